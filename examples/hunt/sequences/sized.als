-- A cache whose values have sizes, with room for four. Which keys go when room is needed, a policy says.
sig Key {}
one sig Cache { var sizes: Key -> lone Int }

fun total: Int { sum k: Key | Cache.sizes[k] }

fact init { no sizes }

pred put[k: Key, size: Int] {
  size > 0
  Cache.sizes[k]' = size
  all other: Key - k | Cache.sizes[other]' in Cache.sizes[other]
  total' <= 4
  -- What fits drives nothing out.
  plus[total, minus[size, Cache.sizes[k]]] <= 4 implies Cache.sizes' = Cache.sizes ++ k->size
}

pred get[k: Key, result: lone Int] {
  some Cache.sizes[k]
  result = Cache.sizes[k]
  sizes' = sizes
}

pred delete[k: Key] {
  some Cache.sizes[k]
  Cache.sizes' = Cache.sizes - k->Int
}

fact steps { always some k: Key | (some size: Int | put[k, size]) or get[k, Cache.sizes[k]] or delete[k] }

run behaviours {} for 2 Key, 0..4 Int, 4 steps
