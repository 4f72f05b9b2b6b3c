-- A cache of two entries at most, and a key that is asked for.
sig Cache { keys: seq Key }
sig Key {}

pred get_pre[c: Cache, k: Key] { not c.keys.hasDups }
run get_pre for exactly 1 Cache, 3 Key, 2 seq, 0..2 Int
