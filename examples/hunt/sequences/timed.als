-- A cache with room for some keys, each of which is there for two ticks after it is written. If it is full, a new key takes
-- the place of the one that is unused for longest.
sig Key {}
one sig Cache {
  room: Int,
  var left: Key -> lone Int,
  var used: lone Key -- the key that was used last
}

fact init { Cache.room = 3 and no left and no used }

fun held: set Key { Cache.left.Int }

-- The last use of the one was before that of the other.
pred earlier[one_, other: Key] { one_ not in Cache.used since other in Cache.used }

pred put[k: Key] {
  -- Whether to write to a key that is held uses it, the program says.
  Cache.used' = k or k in held and Cache.used' = Cache.used
  (k in held or #held < Cache.room) implies Cache.left' = Cache.left ++ k->2
  not (k in held or #held < Cache.room) implies some old: held {
    Cache.left' = Cache.left - old->Int + k->2
    all other: held - old | earlier[old, other]
  }
}

pred get[k: Key, result: lone Key] {
  result = k & held
  Cache.used' = (some result implies k else Cache.used)
  left' = left
}

pred tick {
  Cache.left' = { k: Key, n: Int | n > 0 and some life: k.(Cache.left) | minus[life, 1] = n }
  used' = used
}

fact steps { always (tick or some k: Key | put[k] or some r: lone Key | get[k, r]) }

run behaviours {} for exactly 4 Key, 0..3 Int, 6 steps
