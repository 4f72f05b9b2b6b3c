-- A map that lists its keys in order.
sig Value {}
one sig Map {
  var at: Int -> lone Value,
  var keys: seq Int,
  var floor: Int -> lone Int -- the greatest key that is not greater
}

fact init { no at }

pred put[k: Int, v: Value] { Map.at' = Map.at ++ k->v }

pred delete[k: Int] { Map.at' = Map.at - k->Value }

fact moves { always some k: Int | delete[k] or some v: Value | put[k, v] }

fact order {
  always (Map.keys.elems = Map.at.Value and all i: Map.keys.inds - 0 | Map.keys[minus[i, 1]] < Map.keys[i])
  always all k: Int | Map.floor[k] = max[{ other: Map.at.Value | other <= k }]
}

run behaviours {} for exactly 2 Value, 0..3 Int, 4 seq, 5 steps
