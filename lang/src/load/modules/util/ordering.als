module util/ordering[exactly elem]

/*
 * A total order on a sig, the same in every instance: its atoms in their numbering. The sig gets
 * exactly as many atoms as its scope allows; a subset sig gets all atoms that it may, if they are alike.
 *
 *   open util/ordering[Version] as history
 *   sig Version {}
 *   run { history/first != history/last } for 3 Version
 *
 * The order is a constant of the search, not a choice; two openings on one sig give the same order.
 */

private one sig Ord {
  First: set elem,
  Next: elem -> elem
} {
  pred/totalOrder[elem, First, Next]
}

-- The least atom.
fun first: one elem { Ord.First }

-- The greatest atom: the one without a successor.
fun last: one elem { elem - Ord.Next.elem }

-- From each atom but the first to the one right before it.
fun prev: elem -> elem { ~(Ord.Next) }

-- From each atom but the last to the one right after it.
fun next: elem -> elem { Ord.Next }

-- All atoms before e; empty for the first.
fun prevs [e: elem]: set elem { ^(Ord.Next).e }

-- All atoms after e; empty for the last.
fun nexts [e: elem]: set elem { e.^(Ord.Next) }

-- e1 is before e2.
pred lt [e1, e2: elem] { e1 in prevs[e2] }

-- e1 is after e2.
pred gt [e1, e2: elem] { e1 in nexts[e2] }

-- e1 is before e2, or is e2.
pred lte [e1, e2: elem] { e1 = e2 or lt[e1, e2] }

-- e1 is after e2, or is e2.
pred gte [e1, e2: elem] { e1 = e2 or gt[e1, e2] }

-- The later one of the two.
fun larger [e1, e2: elem]: elem { lt[e1, e2] implies e2 else e1 }

-- The earlier one of the two.
fun smaller [e1, e2: elem]: elem { lt[e1, e2] implies e1 else e2 }

-- The last atom of es; empty when es is.
fun max [es: set elem]: lone elem { es - ^(Ord.Next).es }

-- The first atom of es; empty when es is.
fun min [es: set elem]: lone elem { es - es.^(Ord.Next) }

-- What a total order is: one chain through all atoms, from `first` to `last`.
assert correct {
  one first and one last
  no first.prev and no last.next
  all e: elem - last | one e.next
  all e: elem - first | one e.prev
  elem = first.*(Ord.Next)
  no e: elem | e in e.^(Ord.Next)
}
