-- `2..2 C` is `exactly 2 C`: an order below it is of all the atoms there must be.

open util/ordering[C12] as o
abstract sig C {}
sig C1 extends C {}
one sig C11 extends C1 {}
sig C12 extends C1 {}
one sig C2 extends C {}

-- Two atoms are for the `one` sigs, and C is raised to hold an ordered one beside them.
run exact { } for exactly 2 C expect 1
run range { } for 2..2 C expect 1
