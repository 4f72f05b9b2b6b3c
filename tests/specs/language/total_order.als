-- `pred/totalOrder[s, first, next]`: one order of the sig's atoms, the first of which is fixed.

sig A {}
one sig Order { start: set A, succ: A -> A } { pred/totalOrder[A, start, succ] }

run one_order { no Marked } for 0 but exactly 3 A, exactly 1 B expect = 1
run one_less { no Marked and #Order.succ = 2 and one Order.start }
  for 0 but exactly 3 A, exactly 1 B expect = 1
check linear {
  all a: A | lone a.(Order.succ) and a not in a.^(Order.succ)
  A = Order.start.*(Order.succ)
} for 4 expect 0

-- util/ordering is the same: its sig's atoms are told apart. 2³ subsets of three.
open util/ordering[B] as o
sig B {}
sig Marked in B {}
run told_apart {} for 0 but exactly 3 B, exactly 1 A expect 8
run scope_is_exact { #B != 2 } for 0 but 2 B, exactly 1 A expect 0

-- Without a module, too, a set that is ordered is all that its scope allows; and there is no order of
-- nothing.
run all_of_its_scope { #A != 3 } for 0 but 3 A, 1 B expect 0
run order_of_nothing {} for 0 but 0 A, 1 B expect 0
run order_of_nothing {} for 0 but 1 A, 0 B expect 0
