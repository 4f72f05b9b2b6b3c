module util/ternary

/*
 * Columns of ternary relations, over atoms of any sig.
 *
 *   open util/ternary
 *   sig Room { keys: Guest -> Day }
 *   sig Guest, Day {}
 *   fun stays: Room -> Day { select13[keys] }
 *
 * selectXY keeps two columns of each tuple; flipXY exchanges two.
 */

-- The atoms in the first column.
fun dom [r: univ -> univ -> univ]: set ((r.univ).univ) { (r.univ).univ }

-- The atoms in the last column.
fun ran [r: univ -> univ -> univ]: set (univ.(univ.r)) { univ.(univ.r) }

-- The atoms in the middle column.
fun mid [r: univ -> univ -> univ]: set (univ.(r.univ)) { univ.(r.univ) }

-- The first and the middle column.
fun select12 [r: univ -> univ -> univ]: r.univ { r.univ }

-- The first and the last column.
fun select13 [r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) {
  { a: dom[r], c: ran[r] | some b: mid[r] | a -> b -> c in r }
}

-- The middle and the last column.
fun select23 [r: univ -> univ -> univ]: univ.r { univ.r }

-- First and middle column exchanged.
fun flip12 [r: univ -> univ -> univ]: (univ.(r.univ)) -> ((r.univ).univ) -> (univ.(univ.r)) {
  { b: mid[r], a: dom[r], c: ran[r] | a -> b -> c in r }
}

-- First and last column exchanged.
fun flip13 [r: univ -> univ -> univ]: (univ.(univ.r)) -> (univ.(r.univ)) -> ((r.univ).univ) {
  { c: ran[r], b: mid[r], a: dom[r] | a -> b -> c in r }
}

-- Middle and last column exchanged.
fun flip23 [r: univ -> univ -> univ]: ((r.univ).univ) -> (univ.(univ.r)) -> (univ.(r.univ)) {
  { a: dom[r], c: ran[r], b: mid[r] | a -> b -> c in r }
}
