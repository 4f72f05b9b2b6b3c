-- A cache with room for some keys, which lists them by their last use.
sig Key {}
sig Value {}
one sig Cache {
  var room: Int,
  var keys: seq Key, -- the one that was used last first
  var at: Key -> lone Value
}

fun held: set Key { Cache.keys.elems }

fact init { Cache.room > 0 and no keys and no at }

-- The keys with this one in front, which may be new; it ends with those that are unused for longest.
fun used[k: Key]: Int->Key { (k in held implies Cache.keys.delete[Cache.keys.idxOf[k]] else Cache.keys).insert[0, k] }

pred keeps[listed: Int->Key, n: Int] {
  Cache.room' = n
  Cache.keys' = { i: Int, k: Key | i < n and i->k in listed }
}

pred put[k: Key, v: Value, result: lone Value] {
  result = k.(Cache.at)
  keeps[used[k], Cache.room]
  Cache.at' = { held: Int.(Cache.keys'), value: Value | held->value in Cache.at ++ k->v }
}

pred get[k: Key, result: lone Value] {
  result = k.(Cache.at)
  keeps[k in held implies used[k] else Cache.keys, Cache.room]
  at' = at
}

pred peek[k: Key, result: lone Value] {
  result = k.(Cache.at)
  keeps[Cache.keys, Cache.room]
  at' = at
}

pred remove[k: Key, result: lone Value] {
  result = k.(Cache.at)
  keeps[k in held implies Cache.keys.delete[Cache.keys.idxOf[k]] else Cache.keys, Cache.room]
  Cache.at' = Cache.at - k->Value
}

pred popOldest[result: lone Key] {
  result = Cache.keys.last
  keeps[Cache.keys.butlast, Cache.room]
  Cache.at' = Cache.at - result->Value
}

pred popNewest[result: lone Key] {
  result = Cache.keys.first
  keeps[Cache.keys.rest, Cache.room]
  Cache.at' = Cache.at - result->Value
}

pred resize[n: Int] {
  n > 0
  keeps[Cache.keys, n]
  Cache.at' = { held: Int.(Cache.keys'), value: Value | held->value in Cache.at }
}

fact steps {
  always ((some n: Int | resize[n]) or popOldest[Cache.keys.last] or popNewest[Cache.keys.first] or
    some k: Key | get[k, k.(Cache.at)] or peek[k, k.(Cache.at)] or remove[k, k.(Cache.at)] or some v: Value | put[k, v, k.(Cache.at)])
}

run behaviours {} for exactly 3 Key, exactly 2 Value, 0..2 Int, 3 seq, 4 steps
