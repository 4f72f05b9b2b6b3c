-- A cache with room for two keys. When it is full, a put throws out a key, and the spec does not say which.
sig Key {}
one sig Cache { var kept: set Key }

fact init { no kept }

pred put[k: Key] {
  k not in Cache.kept
  #Cache.kept < 2 implies Cache.kept' = Cache.kept + k
  #Cache.kept = 2 implies some out: Cache.kept | Cache.kept' = Cache.kept - out + k
}

pred get[k: Key, result: lone Key] {
  result = k & Cache.kept
  kept' = kept
}

pred drop[k: Key] {
  k in Cache.kept
  Cache.kept' = Cache.kept - k
}

fact moves { always some k: Key | put[k] or drop[k] or some result: lone Key | get[k, result] }

run caches {} for exactly 3 Key, 5 steps, 3 Int
