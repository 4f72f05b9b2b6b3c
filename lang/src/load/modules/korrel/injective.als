module korrel/injective[from, to]

/*
 * A function in which no two have the same value.
 *
 *   open korrel/injective[Guest, Seat] as sits
 *   sig Guest { likes: set Seat }
 *   sig Seat {}
 *   run { all g: Guest | g.sits/image in g.likes } for 2
 */

open korrel/shapes as shapes

one sig Injection { map: from -> one to } { shapes/injective[map, from] }

-- The value of each.
fun image: from -> to { Injection.map }

-- From each value back.
fun origin: to -> from { ~(Injection.map) }

-- What is no value.
fun free: set to { to - from.(Injection.map) }

-- There are at least as many that can be values.
assert correct {
  all f: from | f.image.origin = f
  no free.origin
}
