-- An order is one of a sig's places; which of them its children have is a choice.

open util/ordering[A] as a
open util/ordering[Last] as l

sig A {}
one sig X extends A {}
sig B extends A {}
sig Top {}
sig Mid extends Top {}
sig Last extends Mid {}

-- Three places for X; the two others are in B or not: 3 × 2².
run places {} for 0 but 3 A, exactly 1 Last expect 12
check not_always_first { X = a/first } for 0 but 3 A, exactly 1 Last expect 8
-- X comes second of three.
run between { X = a/first.(a/next) and no B } for 0 but 3 A, exactly 1 Last expect = 1

-- The size is exact.
run exact { #A < 3 } for 0 but 3 A, exactly 1 Last expect 0
