-- Semigroups: a set with an associative operation. Also monoids, bands, commutative ones.
--
--   korrel find specs/semigroup.als
--   korrel count specs/semigroup.als three
--
-- Counts up to isomorphism (not anti-isomorphism), for 1, 2, ... elements: OEIS A027851, 1 5 24 188
-- 1915; commutative A001426, 1 3 12 58 325; monoids A058129, 1 2 7 35 228. `expect N` counts
-- instances, an extension of Korrel's.

sig Element { times: Element -> one Element }

fun product[a, b: Element]: Element { a.times[b] }

pred semigroup[] {
  all a, b, c: Element | product[product[a, b], c] = product[a, product[b, c]]
}

pred commutative[] {
  semigroup
  all a, b: Element | product[a, b] = product[b, a]
}

pred monoid[] {
  semigroup
  some unit: Element | all a: Element | product[unit, a] = a and product[a, unit] = a
}

run semigroup for exactly 2 Element expect 5
three:         run semigroup for exactly 3 Element expect 24
four:          run semigroup for exactly 4 Element expect 188
five:          run semigroup for exactly 5 Element expect 1915
commutative_3: run commutative for exactly 3 Element expect 12
commutative_4: run commutative for exactly 4 Element expect 58
monoids_3:     run monoid for exactly 3 Element expect 7
monoids_4:     run monoid for exactly 4 Element expect 35
-- A finite semigroup has an element that is its own square.
check has_idempotent {
  semigroup and some Element implies some e: Element | product[e, e] = e
} for 4 Element
