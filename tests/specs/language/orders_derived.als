-- An ordered sig whose size is the sum of its children's, or stands beside them: always exact.

open util/ordering[A]
abstract sig A { r: lone A }
lone sig B extends A {}
sig C extends A {}

-- Three atoms, one of them B, at any of three places. The first one's `r` is one of three, the middle
-- one's one of four, the last one's none: 3 · 3 · 4.
run three { some first.r and no last.r } for 3 but exactly 2 C expect 36
run of_the_sum { some first.r and no last.r } for exactly 2 C expect 36
run never_two { no B } for 3 but exactly 2 C expect 0
