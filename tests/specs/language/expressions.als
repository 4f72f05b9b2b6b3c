-- Expressions. Three rigid atoms and nothing to choose: each command is a row of equations, all
-- true, so that it has exactly one instance.

enum N { N1, N2, N3 }
-- Of type N, so that no part of an expression is empty or without effect by its type.
fun a: N { N1 }
fun b: N { N2 }
fun c: N { N3 }

run sets {
  a + b + c = N
  N - b = a + c
  N & (a + b) = b + a
  (a + b) - (b + c) = a
  none + a = a
  N in univ
  no none
} expect = 1

run products_and_joins {
  a -> b + a -> c = a -> (b + c)
  a.(a -> b + b -> c) = b
  (a -> b + b -> c).c = b
  (a -> b).(b -> c) = a -> c
  (a -> b).(c -> a) = none -> none
  (a -> b -> c).c = a -> b
  a.(a -> b -> c) = b -> c
  #(N -> N) = plus[#N, 6]
} for 5 Int expect = 1

run override {
  (a -> b + b -> c) ++ a -> c = a -> c + b -> c
  (a -> b) ++ b -> c = a -> b + b -> c
  (a -> b + a -> c) ++ a -> a = a -> a
} expect = 1

run restrictions {
  a <: (a -> b + b -> c) = a -> b
  (a -> b + b -> c) :> c = b -> c
  (a + c) <: (a -> a + b -> b) :> a = a -> a
  a <: (a -> b -> c + b -> b -> c) = a -> b -> c
  (a -> b -> c + a -> b -> b) :> c = a -> b -> c
} expect = 1

run closures {
  ~(a -> b + b -> c) = b -> a + c -> b
  ^(a -> b + b -> c) = a -> b + b -> c + a -> c
  ^(a -> b + b -> a) = (a + b) -> (a + b)
  a.*(a -> b + b -> c) = N
  c.*(a -> b) = c
  c in c.*(a -> b)
  no c.^(a -> b)
  -- `*` is reflexive on all atoms, not only on those of the relation.
  *(a -> b) = iden + a -> b
} expect = 1

run constants {
  iden & N -> N = a -> a + b -> b + c -> c
  iden.N = N
  N <: iden = iden :> N
  none & univ = none
} expect = 1

run box_joins {
  let r = a -> b -> c + a -> c -> b + b -> a -> a {
    r[a] = b -> c + c -> b
    r[a][b] = c
    r[a, b] = c
    r[a, b] = b.(a.r)
    r[a + b, a] = a
    -- Binds less tightly than the dot.
    a.r[b] = (a.r)[b]
  }
} expect = 1

run comprehensions {
  { x: N | x != a } = b + c
  { x, y: N | x -> y in a -> N and y != a } = a -> (b + c)
  { x: N, y: x.(a -> b + b -> c) | x != b } = a -> b
  { x: N, y: N - x, z: N - x - y | x = a } = a -> b -> c + a -> c -> b
  { disj x, y: a + b | no none } = a -> b + b -> a
  { x: N } = N
  { x: a + b, y: c } = (a + b) -> c
} expect = 1

run lets {
  (let x = a + b, y = x - a | x -> y) = (a + b) -> b
  (let x = a | let x = x + b | x) = a + b
  -- A block of one expression is that expression.
  (let x = a { x + b }) = a + b
  #{ a + b } = 2
  let e = { x: N | x = c } | one e and e = c
  let f = (a = b) | not f
  let i = #N | i = 3
} expect = 1

run conditionals {
  (a = a => a else b) = a
  (a = b => a else b) = b
  (a = a implies a -> b else b -> a) = a -> b
  (a = b => a else b = c => b else c) = c
  (a = b => 1 else 2) = 2
  (a = b => a = a else b = c) or a = a
} expect = 1

-- A conditional without `else` on sets is an implication of formulas.
run conditional_formula {
  a = b => b = c else c != a
  a = a => b = b else b = c
  not (a = a => b = c else b = b)
} expect = 1
