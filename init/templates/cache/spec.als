-- A cache with room for some keys, which drops the key that is unused for longest: all sequences of calls.

sig Key, Value {}
one sig Cache {
  room: Int,
  var held: Key -> lone Value,   -- what the program shows
  var used: lone Key             -- within: the key that was used last
}
fun keys: set Key { Cache.held.Value }

fact start { Cache.room > 0 and no held and no used }

-- The last use of the one was before that of the other.
pred older[one_, other: Key] { one_ not in Cache.used since other in Cache.used }

-- The calls, each with what it changes and returns.
pred put[k: Key, v: Value] {
  some dropped: lone keys - k {
    some dropped iff k not in keys and #keys = Cache.room
    all other: keys - dropped | some dropped implies older[dropped, other]
    Cache.held' = (Cache.held - dropped -> Value) ++ k -> v
  }
  Cache.used' = k
}
pred get[k: Key, result: lone Value] {
  result = Cache.held[k]
  held' = held
  Cache.used' = (some result => k else Cache.used)   -- for "first in, first out": Cache.used' = Cache.used
}
pred remove[k: Key] {
  k in keys
  Cache.held' = Cache.held - k -> Value
  used' = used
}

fact moves { always some k: Key | (some v: Value | put[k, v]) or get[k, Cache.held[k]] or remove[k] }

-- How long: all sequences of up to four calls, with room for one and two keys.
run behaviours {} for exactly 3 Key, exactly 2 Value, 0..2 Int, 5 steps
