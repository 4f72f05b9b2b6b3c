-- Multiplicities that a macro writes are kept, wherever its call stands (W0012: Alloy drops some of them). Each
-- command has one atom of the sig whose field it looks at, so that counts are those of labelled relations.

enum A { A1, A2 }
enum B { B1, B2 }
let from[x] = x one -> B
let from_any[x] = from[x]
let plain[x] = x -> B

-- Each B has one A: 2 to the power of 2.
sig Direct { f: from[A] }
sig Deeper { f: from_any[A] }
sig Free { f: plain[A] }
run direct {} for 0 but exactly 1 Direct expect 4
run deeper {} for 0 but exactly 1 Deeper expect 4
run free {} for 0 but exactly 1 Free expect 16

-- On the right of an arrow: that for each A.
sig Nested { f: A -> from[A] }
sig DeeperNested { f: A -> from_any[A] }
sig AfterSet { f: set A -> from[A] }
sig FreeNested { f: A -> plain[A] }
run nested {} for 0 but exactly 1 Nested expect 16
run deeper_nested {} for 0 but exactly 1 DeeperNested expect 16
run after_set {} for 0 but exactly 1 AfterSet expect 16
run free_nested {} for 0 but exactly 1 FreeNested expect 256

-- On the left: {f} is within `A one -> B` for each last column.
sig OnTheLeft { f: from[A] -> lone B }
run on_the_left { some OnTheLeft.f } for 0 but exactly 1 OnTheLeft expect 1

-- After `in`, and where a variable is declared.
run member { Free.f in from[A] } for 0 but exactly 1 Free expect 4
run member_nested { FreeNested.f in A -> from[A] } for 0 but exactly 1 FreeNested expect 16
run variable { some r: from[A] | r = Free.f } for 0 but exactly 1 Free expect 4
pred within[r: from[A]] { r = Free.f }
run parameter { some r: A -> B | r = Free.f and within[r] } for 0 but exactly 1 Free
