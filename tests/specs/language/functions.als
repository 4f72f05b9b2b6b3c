-- Predicates and functions.

enum N { A, B, C }
sig S { p: set N }
sig T { p: set N }

-- Parameters in either kind of brackets, or none at all; empty brackets may stand or not.
pred has [s: S, n: N] { n in s.p }
pred has_too (s: S, n: N) { n in s.p }
pred nothing { no S.p }
pred nothing_too [] { no S.p }
pred nothing_three () { nothing[] }
run in_brackets { all s: S | has[s, A] and has_too[s, B] } for 0 but exactly 1 S expect 2
run in_parentheses { all s: S | has[s, A] && s.has[B] } for 0 but exactly 1 S expect 2
run without_parameters { nothing nothing_too nothing_three } for 0 but exactly 1 S expect = 1

-- Several parameters of one range, a range that uses an earlier parameter, `disj`.
pred two [n, m: N] { n != m }
pred part [n: set N, m: n] { some m }
run parameters_of_one_range { two[A, B] not two[A, A] part[A + B, A] } for 0 expect = 1
-- As parameters of what is run they are bound by their ranges: 6 ordered pairs; 3·1 + 3·2 + 1·3.
pred pair [disj n, m: N] { some n + m }
run pair for 0 expect 6
run part for 0 expect 12
run two for 0 expect 6
-- Multiplicities of parameters: 4 and 7 and 8 values.
pred at_most [n: lone N] { n = n }
pred at_least [n: some N] { n = n }
pred any [n: set N] { n = n }
pred mapping [f: A -> one N] { some f }
run at_most for 0 expect 4
run at_least for 0 expect 7
run any for 0 expect 8
run mapping for 0 expect 3
-- A call does not check the ranges: `n` is just a name for the argument.
pred tiny [n: one N] { #n = 2 }
run ranges_bind_nothing { tiny[A + B] } for 0 expect = 1

-- Functions: values by name, in box joins, and joined from the left.
fun all_of [s: S]: set N { s.p }
fun others [n: N]: set N { N - n }
fun both [n, m: N]: set N { n + m }
fun first_two: set N { A + B }
fun pairs: N -> N { A -> B + B -> C }
run functions {
  others[A] = B + C
  A.others = B + C
  both[A, B] = first_two
  A.both[B] = first_two
  B.(A.both) = first_two
  both[A][B] = first_two
  pairs[A] = B
  A.pairs = B
  A.^pairs = B + C
  others[others[A]] = A
} for 0 expect = 1
run function_of_a_field { all s: S | all_of[s] = A } for 0 but exactly 1 S expect = 1

-- A receiver: the first parameter, called `this`. Its fields are not joined with it,
-- as they are behind a sig.
pred S.full { this.p = N }
pred S.holds [n: N] { n in this.p and this->n in p }
fun S.rest: set N { N - this.p }
fun N.succ: lone N { this.pairs }
run receivers { all s: S | s.full and full[s] } for 0 but exactly 1 S expect = 1
run receiver_and_argument { all s: S | s.holds[A] and holds[s, B] } for 0 but exactly 1 S expect 2
run receiver_function { all s: S | s.rest = A and A.succ = B } for 0 but exactly 1 S expect = 1

-- One name for several: the arguments' types, or their number, tell which.
pred marked [s: S] { A in s.p }
pred marked [t: T] { B in t.p }
pred marked [s: S, n: N] { n = s.p }
fun code [s: S]: Int { 1 }
fun code [t: T]: Int { 2 }
run overloaded { all s: S | marked[s]  all t: T | marked[t] }
  for 0 but exactly 1 S, exactly 1 T expect 16
run overloaded_by_number { all s: S | marked[s, A] } for 0 but exactly 1 S expect = 1
run overloaded_functions { all s: S | code[s] = 1  all t: T | code[t] = 2 }
  for 0 but exactly 1 S, exactly 1 T expect 64

-- A parameter hides a field and a sig of its name.
pred hidden [p: N] { p = A }
run hiding { hidden[A] } for 0 expect = 1

-- Numbers as results and as arguments.
fun twice [i: Int]: Int { plus[i, i] }
fun size [n: set N]: Int { #n }
run numbers { twice[3] = 6  3.twice = 6  size[A + B] = 2  twice[size[A]] = 2 } for 0 expect = 1

-- What is private here is known here.
private pred own { nothing }
private fun own_set: set N { A }
run private_names { own own_set = A } for 0 but exactly 1 S expect = 1

-- A predicate may have a field's name: where a formula is needed it is meant, wherever that is.
pred p { some T }
run named_as_a_field {
  p
  some N => p else not p
  let n = N | some n => p else not p
  { p }
} for 0 but exactly 1 S, exactly 1 T expect 64 // 8 · 8
