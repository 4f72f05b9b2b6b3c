-- A map of ranges. Its places are numbers and what is between them: 0 and 2 are numbers, 1 is all that is between these two.
sig Value {}
one sig Map {
  var at: Int -> lone Value,
  var listed: seq Int -- the first places of its ranges, as the map lists them
}

fact init { no at }

pred range[first, last: Int] { first <= last }

pred put[first, last: Int, v: Value] {
  range[first, last]
  Map.at' = Map.at ++ { place: Int, value: v | first <= place and place <= last }
}

pred delete[first, last: Int] {
  range[first, last]
  Map.at' = { place: Int, value: Value | value = Map.at[place] and (place < first or last < place) }
}

fact steps { always some first, last: Int | delete[first, last] or some v: Value | put[first, last, v] }

-- Ranges are as large as they can be, and come in order; those of one value may be listed as one.
fact order {
  always all place: Map.listed.elems | some Map.at[place] and Map.at[place] != Map.at[minus[place, 1]]
  always all v: Map.at[Int] | min[Map.at.v] in Map.listed.elems
  always all i: Map.listed.inds - 0 | Map.listed[minus[i, 1]] < Map.listed[i]
}

run behaviours {} for exactly 2 Value, 0..4 Int, 5 seq, 3 steps
