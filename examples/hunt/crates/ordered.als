-- A map that keeps its keys in an order, by their places.
sig Key {}
sig Value {}
one sig Map {
  first: seq Key, -- those that are inserted first, in this order
  var keys: seq Key, -- in the order in which it lists them
  var at: Key -> lone Value
}

fun held: set Key { Map.keys.elems }

-- Where it is, or would be.
fun place[k: Key]: Int { Map.keys.idxOf[k] }

fact init { not Map.first.hasDups and Map.keys = Map.first and Map.at.Value = held }

-- These are in the map afterwards, with these values.
pred keeps[left: Int->Key, values: Key->Value] {
  Map.keys' = left
  Map.at' = { k: Int.left, v: Value | k->v in values }
}

fun without[k: Key]: Int->Key { k in held implies Map.keys.delete[place[k]] else Map.keys }

-- The last one takes the place of another.
fun swapped[k: Key]: Int->Key {
  k in held implies (place[k] = Map.keys.lastIdx implies Map.keys.butlast else Map.keys.butlast.setAt[place[k], Map.keys.last]) else Map.keys
}

pred insert[k: Key, v: Value, result: lone Value] {
  result = k.(Map.at)
  keeps[k in held implies Map.keys else Map.keys.add[k], Map.at ++ k->v]
}

pred insertBack[k: Key, v: Value, result: lone Value] {
  result = k.(Map.at)
  keeps[without[k].add[k], Map.at ++ k->v]
}

-- It has this place afterwards.
pred shiftInsert[i: Int, k: Key, v: Value, result: lone Value] {
  0 <= i and i <= #without[k]
  result = k.(Map.at)
  keeps[without[k].insert[i, k], Map.at ++ k->v]
}

-- It stands before what has this place now.
pred insertBefore[i: Int, k: Key, v: Value, result: lone Value] {
  0 <= i and i <= #held
  result = k.(Map.at)
  keeps[without[k].insert[k in held and place[k] < i implies minus[i, 1] else i, k], Map.at ++ k->v]
}

pred shiftRemove[k: Key, result: lone Value] {
  result = k.(Map.at)
  keeps[without[k], Map.at]
}

pred swapRemove[k: Key, result: lone Value] {
  result = k.(Map.at)
  keeps[swapped[k], Map.at]
}

pred pop[result: lone Key] {
  result = Map.keys.last
  keeps[Map.keys.butlast, Map.at]
}

pred popFirst[result: lone Key] {
  result = Map.keys.first
  keeps[Map.keys.rest, Map.at]
}

pred moveIndex[i, j: Int] {
  i + j in Map.keys.inds
  keeps[Map.keys.delete[i].insert[j, Map.keys[i]], Map.at]
}

pred swapIndices[i, j: Int] {
  i + j in Map.keys.inds
  keeps[Map.keys.setAt[i, Map.keys[j]].setAt[j, Map.keys[i]], Map.at]
}

pred toBack[k: Key, result: lone Value] {
  result = k.(Map.at)
  keeps[k in held implies without[k].add[k] else Map.keys, Map.at]
}

-- Those from the place i on, up to the place j.
pred drain[i, j: Int] {
  0 <= i and i <= j and j <= #held
  keeps[{ n: Int, k: Key | n < i and n->k in Map.keys or n >= i and plus[n, minus[j, i]]->k in Map.keys }, Map.at]
}

-- Those with this value.
pred retain[v: Value] {
  let left = Map.at.v | keeps[{ n: Int, k: left | n = #{ other: left | place[other] < place[k] } }, Map.at]
}

pred reverse { keeps[{ n: Int, k: held | n = #{ other: held | place[other] > place[k] } }, Map.at] }

fact steps {
  always (pop[Map.keys.last] or popFirst[Map.keys.first] or reverse or (some i, j: Int | moveIndex[i, j] or swapIndices[i, j] or drain[i, j]) or
    (some k: Key | let v = k.(Map.at) | shiftRemove[k, v] or swapRemove[k, v] or toBack[k, v]) or
    some v: Value | retain[v] or some k: Key | let old = k.(Map.at) |
      insert[k, v, old] or insertBack[k, v, old] or some i: Int | shiftInsert[i, k, v, old] or insertBefore[i, k, v, old])
}

run behaviours {} for exactly 4 Key, exactly 2 Value, 0..4 Int, 4 seq, 2 steps
-- Fewer keys, and more calls.
run longer {} for exactly 2 Key, exactly 2 Value, 0..2 Int, 2 seq, 3 steps
