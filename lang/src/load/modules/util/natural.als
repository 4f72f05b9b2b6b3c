module util/natural

/*
 * Natural numbers as atoms: with n of them in the scope, 0 to n-1.
 *
 *   open util/natural
 *   sig Stack { depth: Natural }
 *   run { some s: Stack | gt[s.depth, One] } for 3 but 5 Natural
 *
 * A number that the scope does not hold is the empty set: add and mul may leave the top, sub and
 * dec the bottom. Values are compared by counting predecessors, so that the integers of the scope
 * must reach the sums and products in question.
 */

private open util/ordering[Natural] as ord
private open util/integer as integer

sig Natural {}

-- The number 0.
one sig Zero in Natural {}

-- The number 1, where the scope holds at least two numbers.
lone sig One in Natural {}

fact {
  ord/first in Zero
  ord/first.(ord/next) in One
}

-- n + 1; empty for the greatest.
fun inc [n: Natural]: lone Natural { n.(ord/next) }

-- n - 1; empty for 0.
fun dec [n: Natural]: lone Natural { n.(ord/prev) }

-- n1 + n2; empty beyond the greatest.
fun add [n1, n2: Natural]: lone Natural {
  { n: Natural | #ord/prevs[n] = plus[#ord/prevs[n1], #ord/prevs[n2]] }
}

-- n1 - n2; empty below 0.
fun sub [n1, n2: Natural]: lone Natural {
  { n: Natural | #ord/prevs[n1] = plus[#ord/prevs[n2], #ord/prevs[n]] }
}

-- n1 * n2; empty beyond the greatest.
fun mul [n1, n2: Natural]: lone Natural {
  { n: Natural | #ord/prevs[n] = #(ord/prevs[n1] -> ord/prevs[n2]) }
}

-- The number that n2 must be multiplied by to give n1; empty where none does. Each number does for
-- 0 / 0, so that the result is all of them.
fun div [n1, n2: Natural]: lone Natural {
  { n: Natural | #ord/prevs[n1] = #(ord/prevs[n2] -> ord/prevs[n]) }
}

-- n1 is greater than n2.
pred gt [n1, n2: Natural] { ord/gt[n1, n2] }

-- n1 is less than n2.
pred lt [n1, n2: Natural] { ord/lt[n1, n2] }

-- n1 is n2 or greater.
pred gte [n1, n2: Natural] { ord/gte[n1, n2] }

-- n1 is n2 or less.
pred lte [n1, n2: Natural] { ord/lte[n1, n2] }

-- The greatest of ns; empty when ns is.
fun max [ns: set Natural]: lone Natural { ord/max[ns] }

-- The least of ns; empty when ns is.
fun min [ns: set Natural]: lone Natural { ord/min[ns] }
