-- A cache that may forget: what it says is right, and it keeps within its room.
sig Key {}
sig Value {}
one sig Cache {
  room: Int,
  var at: Key -> lone Value,
  var count: Int
}

fact init { Cache.room > 0 and no at }

pred put[k: Key, v: Value] {
  k->v in Cache.at'
  Cache.at' in Cache.at ++ k->v
  #Cache.at' <= Cache.room
}

-- It may refuse what is put.
pred offer[k: Key, v: Value] {
  Cache.at' in Cache.at ++ k->v
  #Cache.at' <= Cache.room
}

pred get[k: Key, result: lone Value] {
  result = k.(Cache.at)
  at' = at
}

pred remove[k: Key, result: lone Value] {
  result = k.(Cache.at)
  Cache.at' = Cache.at - k->Value
}

pred clear { no at' }

fact steps { always (clear or some k: Key | let v = k.(Cache.at) | get[k, v] or remove[k, v] or some new: Value | put[k, new] or offer[k, new]) }

fact count { always Cache.count = #Cache.at }

run behaviours { Cache.room > 1 } for exactly 3 Key, exactly 2 Value, 0..3 Int, 5 steps
-- For a cache of three parts.
run parts { Cache.room = 3 } for exactly 4 Key, exactly 2 Value, 0..4 Int, 5 steps
