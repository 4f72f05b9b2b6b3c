-- An ordered sig whose size is the sum of its children's: of their sizes before one is raised to what lies in it.

open util/ordering[A]
abstract sig A { r: lone A }
lone sig B extends A {}
sig C extends A {}
sig D extends C {}

-- C is raised to two, and these two are all of A: the first one's `r` is one of two, the last one's none.
run raised { some first.r and no last.r } for 1 C, exactly 2 D expect 2
run raised_from_none { some first.r and no last.r } for 0 C, exactly 2 D expect 2
run no_room { some B } for 1 C, exactly 2 D expect 0

-- The sum is two, and one of them is raised to one: B is what is left.
run room { some first.r and no last.r } for 1 C, exactly 1 D expect 4
run has_b { no B } for 1 C, exactly 1 D expect 0
