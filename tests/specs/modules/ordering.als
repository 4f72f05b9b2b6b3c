-- What util/ordering means: an order is a chain from `first` to `last`, the rest follows from it.

open util/ordering[A] as ord

sig A {}
sig Mark { at: lone A, set_: set A }

check the_order_is_a_chain { pred/totalOrder[A, ord/first, ord/next] } for 4 expect 0
check ord/correct for 4 expect 0

check ends {
  no ord/first.prev
  no ord/last.next
  one ord/first
  one ord/last
} for 4 expect 0

check prev_is_next_backwards { ord/prev = ~ord/next } for 4 expect 0
check a_step_and_back { all a: A - ord/last | a.next.prev = a } for 4 expect 0

check nexts_are_all_that_steps_reach { all a: A | nexts[a] = a.^ord/next } for 4 expect 0
check prevs_are_the_others { all a: A | prevs[a] = A - a - nexts[a] } for 4 expect 0

check exactly_one_of_three {
  all a, b: A {
    lone a & b or not lt[a, b]
    lt[a, b] iff b in nexts[a]
    gt[a, b] iff lt[b, a]
    lte[a, b] iff not gt[a, b]
    gte[a, b] iff not lt[a, b]
  }
} for 4 expect 0

check larger_and_smaller {
  all a, b: A {
    larger[a, b] + smaller[a, b] = a + b
    gte[larger[a, b], smaller[a, b]]
    larger[a, b] = max[a + b]
    smaller[a, b] = min[a + b]
  }
} for 4 expect 0

check max_and_min_are_bounds {
  all m: Mark | let s = m.set_ {
    no s iff no max[s]
    no s iff no min[s]
    max[s] + min[s] in s
    all a: s | lte[a, ord/max[s]] and gte[a, ord/min[s]]
  }
} for 3 but 4 A, 1 Mark expect 0

-- A comparison with the empty set holds: nothing is before everything.
check empty_is_before_and_after {
  all m: Mark, a: A | no m.at implies (lt[m.at, a] and gt[m.at, a] and not lt[a, m.at])
} for 3 but 1 Mark expect 0

-- The sig has as many atoms as its scope allows, and its atoms stand in their numbering: one order.
run exactly_the_scope { #A != 3 } for 3 expect 0
run one_instance {} for 3 but 0 Mark expect 1

run some_two_steps { some a: A | some a.next.next } for 3 expect 1
check no_two_steps { no a: A | some a.next.next } for 3 expect 1
run no_two_steps_in_two { some a: A | some a.next.next } for 2 expect 0
check first_is_last { ord/first = ord/last } for 2 expect 1
check first_is_last_of_one { ord/first = ord/last } for 1 expect 0
