-- What util/relation means: each property as a statement on tuples.

open util/relation as rel

sig A { r: set A }
sig S in A {}
sig T in A {}

check columns {
  rel/dom[r] = { x: A | some y: A | x -> y in r }
  rel/ran[r] = { y: A | some x: A | x -> y in r }
} for 3 expect 0

check images {
  rel/total[r, S] iff S in rel/dom[r]
  rel/functional[r, S] iff no x: S, disj y, z: A | x -> y in r and x -> z in r
  rel/function[r, S] iff (rel/total[r, S] and rel/functional[r, S])
} for 3 expect 0

check preimages {
  rel/surjective[r, S] iff rel/total[~r, S]
  rel/injective[r, S] iff rel/functional[~r, S]
  rel/bijective[r, S] iff (rel/surjective[r, S] and rel/injective[r, S])
  rel/bijection[r, S, T] iff (rel/function[r, S] and rel/function[~r, T])
} for 3 expect 0

check loops {
  rel/reflexive[r, S] iff all x: S | x -> x in r
  rel/irreflexive[r] iff no x: A | x -> x in r
} for 3 expect 0

check directions {
  rel/symmetric[r] iff all x, y: A | x -> y in r implies y -> x in r
  rel/antisymmetric[r] iff no disj x, y: A | x -> y in r and y -> x in r
  rel/complete[r, S] iff all x, y: S | x = y or x -> y in r or y -> x in r
} for 3 expect 0

check chains {
  rel/transitive[r] iff all x, y, z: A | x -> y in r and y -> z in r implies x -> z in r
  rel/acyclic[r, S] iff no S <: iden & ^r
} for 3 expect 0

check orders {
  rel/preorder[r, S] iff (rel/reflexive[r, S] and rel/transitive[r])
  rel/equivalence[r, S] iff (rel/preorder[r, S] and rel/symmetric[r])
  rel/partialOrder[r, S] iff (rel/preorder[r, S] and rel/antisymmetric[r])
  rel/totalOrder[r, S] iff (rel/partialOrder[r, S] and rel/complete[r, S])
} for 3 expect 0

check a_total_order_has_a_least_element {
  some A and rel/totalOrder[r, A] implies some x: A | A in x.r
} for 4 expect 0

run a_total_order { rel/totalOrder[r, A] } for exactly 3 A expect 1
run a_cyclic_total_order { rel/totalOrder[r, A] and not rel/acyclic[r - iden, A] } for 3 expect 0
run total_off_the_set { rel/function[r, S] and not rel/functional[r, A] } for 3 expect 1
check acyclic_on_a_part { rel/acyclic[r, S] implies rel/acyclic[r, A] } for 3 expect 1
check symmetric_is_reflexive { rel/symmetric[r] implies rel/reflexive[r, A] } for 3 expect 1
check partial_is_total { rel/partialOrder[r, A] implies rel/totalOrder[r, A] } for 3 expect 1
