-- What util/ternary means: each function as a statement on tuples.

open util/ternary as t

sig A { r: B -> C }
sig B, C {}

check columns {
  t/dom[r] = { a: A | some b: B, c: C | a -> b -> c in r }
  t/mid[r] = { b: B | some a: A, c: C | a -> b -> c in r }
  t/ran[r] = { c: C | some a: A, b: B | a -> b -> c in r }
} for 2 expect 0

check selections {
  all a: A, b: B | a -> b in t/select12[r] iff some c: C | a -> b -> c in r
  all a: A, c: C | a -> c in t/select13[r] iff some b: B | a -> b -> c in r
  all b: B, c: C | b -> c in t/select23[r] iff some a: A | a -> b -> c in r
  t/select12[r] in A -> B
  t/select13[r] in A -> C
  t/select23[r] in B -> C
} for 2 expect 0

check exchanges {
  t/flip12[r] = { b: B, a: A, c: C | a -> b -> c in r }
  t/flip13[r] = { c: C, b: B, a: A | a -> b -> c in r }
  t/flip23[r] = { a: A, c: C, b: B | a -> b -> c in r }
} for 2 expect 0

check exchanged_twice {
  t/flip12[t/flip12[r]] = r
  t/flip13[t/flip13[r]] = r
  t/flip23[t/flip23[r]] = r
  t/flip12[t/flip23[t/flip12[r]]] = t/flip13[r]
} for 2 expect 0

run selection_joins_columns { #t/select13[r] < #t/select12[r] } for 2 expect 1
check selections_determine_the_relation {
  all a: A, b: B, c: C |
    a -> b in t/select12[r] and b -> c in t/select23[r] and a -> c in t/select13[r]
      implies a -> b -> c in r
} for 2 expect 1
check first_and_last { t/dom[r] = A and t/ran[r] = C } for 2 expect 1
run no_middle { some t/dom[r] and no t/mid[r] } for 2 expect 0
