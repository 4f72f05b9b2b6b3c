module korrel/bijective[from, to]

/*
 * A function in which each atom of the second sig is the value of exactly one of the first.
 *
 *   open korrel/bijective[Driver, Car] as drives
 *   sig Driver { owns: set Car }
 *   sig Car {}
 *   run { all d: Driver | d.drives/image in d.owns } for 2
 */

open korrel/shapes as shapes

one sig Bijection { map: from -> one to } { shapes/bijective[map, from, to] }

-- The value of each.
fun image: from -> to { Bijection.map }

-- From each value back.
fun origin: to -> from { ~(Bijection.map) }

-- Both ways and back lead home.
assert correct {
  all f: from | f.image.origin = f
  all t: to | t.origin.image = t
}
