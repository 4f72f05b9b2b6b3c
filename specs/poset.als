-- Partial orders; total orders; lattices.
--
--   korrel find specs/poset.als
--   korrel count specs/poset.als --scope "exactly 5 Element"
--
-- Counts, one of each isomorphism class: OEIS A000112, 1 2 5 16 63 318 2045 for 1..7 elements;
-- lattices A006966, 1 1 1 2 5 15 for 1..6; a total order is alone in its size. `expect N` counts
-- instances, an extension of Korrel's.

sig Element { below: set Element }

-- `below` is reflexive: an element is below itself and the greater ones.
pred partial_order[] {
  all e: Element | e in e.below
  below.below in below
  below & ~below in iden
}

pred total_order[] {
  partial_order
  all d, e: Element | d in e.below or e in d.below
}

-- Each two have a least upper and a greatest lower bound.
pred lattice[] {
  partial_order
  all d, e: Element {
    some j: d.below & e.below | d.below & e.below in j.below
    some m: below.d & below.e | below.d & below.e in below.m
  }
}

run partial_order for exactly 4 Element expect 16
up_to_4:      run partial_order for 4 Element expect 25 // 1 + 1 + 2 + 5 + 16
five:         run partial_order for exactly 5 Element expect 63
six:          run partial_order for exactly 6 Element expect 318
total_orders: run total_order for 5 Element expect 6 // one of each size
lattices_5:   run lattice for exactly 5 Element expect 5
lattices_6:   run lattice for exactly 6 Element expect 15
-- Some element is maximal.
check has_maximal {
  partial_order and some Element implies some e: Element | e.below = e
} for 6 Element
