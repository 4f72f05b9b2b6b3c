-- Groups.
--
--   korrel find specs/group.als four
--
-- Counts up to isomorphism: OEIS A000001, 1 1 1 2 1 2 1 5 for 1..8 elements. A spec with few
-- answers and much to refute. `expect N` counts instances, an extension of Korrel's.

one sig Group { unit: Element }
sig Element { times: Element -> one Element, inverse: Element }

fun product[a, b: Element]: Element { a.times[b] }

pred group[] {
  all a, b, c: Element | product[product[a, b], c] = product[a, product[b, c]]
  all a: Element {
    product[Group.unit, a] = a and product[a, Group.unit] = a
    product[a, a.inverse] = Group.unit
  }
}

pred abelian[] {
  group
  all a, b: Element | product[a, b] = product[b, a]
}

run group for exactly 3 Element expect = 1
four:      run group for exactly 4 Element expect 2 // the cyclic one and Klein's
five:      run group for exactly 5 Element expect = 1
six:       run group for exactly 6 Element expect 2 // the cyclic one and S3
eight:     run group for exactly 8 Element expect 5
abelian_6: run abelian for exactly 6 Element expect = 1
-- Less than six elements are not enough for two that do not commute.
check small_is_abelian { group implies abelian } for 5 Element
