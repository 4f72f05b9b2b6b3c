-- A cache with room for some keys. If it is full, a new key takes the place of the one that is unused for longest.
sig Key {}
one sig Cache {
  room: Int,
  var held: set Key,
  var used: lone Key -- the key that was used last
}

fact init { Cache.room > 0 and no held and no used }

-- The last use of the one was before that of the other.
pred earlier[one_, other: Key] { one_ not in Cache.used since other in Cache.used }

pred put[k: Key] {
  -- Whether to write to a key that is held uses it, the program says.
  Cache.used' = k or k in Cache.held and Cache.used' = Cache.used
  (k in Cache.held or #Cache.held < Cache.room) implies Cache.held' = Cache.held + k
  not (k in Cache.held or #Cache.held < Cache.room) implies some old: Cache.held {
    Cache.held' = Cache.held - old + k
    all other: Cache.held - old | earlier[old, other]
  }
}

pred get[k, result: Key] {
  k in Cache.held
  result = k
  Cache.used' = k
  held' = held
}

fact steps { always some k: Key | put[k] or get[k, k] }

run behaviours {} for exactly 3 Key, 0..2 Int, 6 steps
