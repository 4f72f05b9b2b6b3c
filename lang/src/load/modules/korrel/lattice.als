module korrel/lattice[element]

/*
 * A lattice of all atoms of a sig: an order in which each two have a meet and a join.
 *
 *   open korrel/lattice[Level] as secrecy
 *   sig Level {}
 *   run { some a, b: Level | a.secrecy/join[b] not in a + b } for 4
 */

open korrel/shapes as shapes

one sig Lattice { order: element -> element } { shapes/lattice[order, element] }

-- From each atom to all above it, and to itself.
fun above: element -> element { Lattice.order }

-- From each atom to all below it, and to itself.
fun below: element -> element { ~(Lattice.order) }

-- a is below b, or is b.
pred leq [a, b: element] { a -> b in Lattice.order }

-- The least one that is above both.
fun join [a, b: element]: one element {
  { j: a.above & b.above | a.above & b.above in j.above }
}

-- The greatest one that is below both.
fun meet [a, b: element]: one element {
  { m: a.below & b.below | a.below & b.below in m.below }
}

-- The one below all; none, if there is no atom.
fun bottom: lone element { { b: element | element in b.above } }

-- The one above all; none, if there is no atom.
fun top: lone element { { t: element | element in t.below } }

-- The laws of absorption, and the order is that of the joins.
assert correct {
  all a, b: element {
    join[a, meet[a, b]] = a and meet[a, join[a, b]] = a
    leq[a, b] iff join[a, b] = b
  }
  some element implies one bottom and one top
}
