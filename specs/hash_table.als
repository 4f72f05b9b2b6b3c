-- Hash tables with chaining: an array of buckets, each a chain of entries.
--
-- The HashSet of Boyapati, Khurshid, Marinov 2002: a key is in the bucket that is its hash modulo
-- the capacity, once, and a chain may be in any order. Here an integer is its own hash.
--
--   korrel find specs/hash_table.als
--   korrel count specs/hash_table.als --scope "6 Entry, 0..5 Int"
--
-- Counts: a bucket for k keys holds an arrangement of some of them, of which there are
-- a(k) = 1 2 5 16 65 (OEIS A000522, k = 0..4). So capacity c with keys 0..m has the product of the
-- a's of its buckets. `expect N` and `0..m Int` are extensions of Korrel's.

one sig HashTable { capacity: Int, buckets: Int -> lone Entry }
sig Entry { key: Int, next: lone Entry }

pred repOk[] {
  HashTable.capacity > 0
  all i: HashTable.buckets.Entry | i < HashTable.capacity
  Entry = (Int.(HashTable.buckets)).*next
  all e: Entry {
    e !in e.^next
    lone (HashTable.buckets.e + e.~next)
  }
  key in Entry lone -> Int
  all i: Int, e: HashTable.buckets[i].*next | i = rem[e.key, HashTable.capacity]
}

pred capacity_two[] { repOk and HashTable.capacity = 2 }
pred capacity_three[] { repOk and HashTable.capacity = 3 }

run repOk for 3 Entry, 0..2 Int expect 26 // 16 + 5*2, of capacities 1 and 2
any_capacity:  run repOk for 4 Entry, 0..3 Int expect 110 // 65 + 5*5 + 5*2*2
two_buckets:   run capacity_two for 4 Entry, 0..3 Int expect 25 // 5 * 5
three_buckets: run capacity_three for 6 Entry, 0..5 Int expect 125 // 5 * 5 * 5
three_entries: run capacity_three for exactly 3 Entry, 0..5 Int expect 32 // 2*2*2 + 6*(2*2)
