-- A cache with room for two keys, each of which is there for so many ticks.
sig Key {}
one sig Cache { var left: Key -> lone Int }

fact init { no left }

pred put[k: Key, life: Int] {
  life = 0 implies Cache.left' = Cache.left - (k -> Int)
  (life > 0 and (some k.(Cache.left) or #Cache.left < 2)) implies Cache.left' = Cache.left ++ k -> life
  -- Which key goes is the cache's choice.
  (life > 0 and no k.(Cache.left) and #Cache.left = 2) implies
    some old: Cache.left.Int | Cache.left' = Cache.left - (old -> Int) + k -> life
}

pred get[k: Key, result: lone Key] {
  result = k & Cache.left.Int
  left' = left
}

pred tick { Cache.left' = { k: Key, n: Int | n > 0 and some life: k.(Cache.left) | minus[life, 1] = n } }

fact steps { always (tick or some k: Key | (some life: Int | life >= 0 and put[k, life]) or some r: lone Key | get[k, r]) }

run behaviours {} for exactly 3 Key, 0..2 Int, 5 steps
