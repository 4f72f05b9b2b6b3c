-- What Korrel adds to Alloy.

sig Node { next: lone Node }
sig Item { key: one Int }
one sig Box { keys: set Int }

-- Sizes from 2 to 3 of what looks alike; exact with equal ends.
run sizes { no next no keys } for 0 but 2..3 Node expect 2
run equal_ends { no next no keys } for 0 but 2..2 Node expect = 1
run from_zero { no next no keys } for 0 but 0..2 Node expect 3
run default_sizes { no next no keys Item.key = 0 } for 1..2 expect 4 // of Node and of Item

-- Int is exactly the range: 2³ sets; multisets of two keys from three, 6; -1, 0 and 1.
run integer_range { no Node no Item } for 1 but 1..3 Int expect 8
run keys { no keys } for 0 but exactly 2 Item, 1..3 Int expect 6
run negative { no Node no Item  Int = -1 + 0 + 1 } for 1 but -1..1 Int expect 8
-- Arithmetic is exact; a number out of the range has no atom.
run exact { no keys  all i: Item | plus[i.key, 100] = 102 }
  for 0 but exactly 1 Item, 1..3 Int expect = 1
run no_atom { no keys  no Int[4]  4 > 3  mul[3, 4] = 12 } for 0 but 1..3 Int expect = 1
run nothing_wraps { no keys  some i: Item | plus[i.key, 1] < i.key }
  for 0 but exactly 1 Item, 0..3 Int expect 0

-- Counts: exactly so many; `= 1` is one, `= 0` none.
run exactly_one { no next no keys } for 0 but exactly 2 Node expect = 1
run exactly_none { some none } for 0 expect = 0
check counterexamples { no Node or some keys } for 0 but exactly 2 Node expect 6 // (3² + 3) / 2
