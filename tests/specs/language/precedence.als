-- Each level of precedence against the next: rows of formulas that would be false, or no formulas at
-- all, if the operators were grouped the other way. Nothing to choose, so one instance each.

enum N { N1, N2, N3 }
fun a: N { N1 }
fun b: N { N2 }
fun c: N { N3 }
pred t { some N }
pred f { no N }

-- Quantifiers and `let` take all that follows: `(no x: N | f) or t` would be true.
run binders {
  not (no x: N | f and some x or t)
  not some x: N | f and some x or f
  f or some x: N | f and some x or t
  not (let x = t | x and f)
  let x = f | x or t
  (sum x: N | #x - 2) = 3
} expect = 1

-- `||` is looser than `<=>`: t || (f <=> f), not (t || f) <=> f.
run or_iff {
  t || f <=> f
  t or t iff f
  f <=> f || t
} expect = 1

-- `<=>` is looser than `=>`: (f => f) <=> f is false, f => (f <=> f) is true.
run iff_implies {
  not (f => f <=> f)
  not (f iff f implies t)
} expect = 1

-- `=>` groups to the right, and `else` goes to the nearest.
run implies_right {
  f => t => f
  f implies t implies f
  f => t => t else f
  not (t => f else f => f else t)
} expect = 1

-- `=>` is looser than `&&`, and `||` is looser still.
run implies_and {
  f && t => f
  f => f and f
  t || f && f
  f and f or t
  t or t => f
} expect = 1

-- `!` is tighter than `&&` and looser than comparisons.
run and_not {
  not (! f && f)
  not f or t
  ! a = b
  not a in b
  not no a
} expect = 1

-- Comparisons and `some` are looser than what makes sets.
run comparisons {
  a in b + a
  some a - b
  no a & b
  one N - a - b
  not lone N - a
  a -> b in a -> N
} expect = 1

-- Shifts are looser than `+` and `-`, which on numbers are union and difference.
run shifts {
  1 << 1 + 1 = 2
  #N - 1 << 1 = 6
} expect = 1

-- `#` is looser than `++`, `&`, `->` and `.`, and tighter than `+`.
run cardinality {
  # a & b = 0
  # a -> N = 3
  # a -> b ++ a -> c = 1
  # b.(a -> c + b -> N) = 3
  # a + # b = 1
} expect = 1

-- `+` and `-` are alike and group to the left.
run plus_minus {
  a - a + a = a
  no a - a - a
  N - a - b = c
} expect = 1

-- `+` is looser than `++`, that than `&`, that than `->`.
run set_operators {
  a -> b + a -> b ++ a -> c = a -> (b + c)
  a -> a ++ a -> b & b -> b = a -> a
  a -> b & a -> c = none -> none
} expect = 1

-- `->` is looser than the restrictions, and these than box join.
run restrictions {
  a -> a <: iden = a -> a -> a
  iden :> b -> c = b -> b -> c
  let q = a -> b -> c + b -> a -> c | b <: q[a] = b -> c
  let q = a -> b -> c + b -> a -> c | q[a] :> c = b -> c
} expect = 1

-- Box join is looser than the dot, and nothing is tighter than `~ ^ *`.
run tightest {
  let r = a -> b + b -> c, q = a -> b -> c {
    a.q[b] = c
    ~r.a = (~r).a
    b.~r = a
    a.^r = b + c
    ~r[b] = a
    r.~r = a -> a + b -> b
  }
} expect = 1

-- Formulas in a row are joined.
run blocks {
  t t
  { t or f } { f or t }
  not { t f }
  not { f t }
  {}
} expect = 1
