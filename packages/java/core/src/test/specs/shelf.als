-- A shelf that holds numbers by keys: what a driver with values of its own is asked.
sig Key {}
sig Shelf { held: Key -> lone Int, last: lone Key }
pred put_pre[s: Shelf, k: Key, n: Int] { s.last in s.held.Int }
pred put_post[s: Shelf, k: Key, n: Int, result: lone Int] {
  s.held' = s.held ++ k -> n
  s.last' = k
  result = k.(s.held)
}
pred lose_pre[s: Shelf, k: Key] { s.last in s.held.Int }
pred strange_pre[s: Shelf] { no s.held and no s.last }
pred throw_pre[s: Shelf] { no s.held and no s.last }
pred throw_throws[s: Shelf] { no s.held }
run put_pre for exactly 1 Shelf, exactly 2 Key, 0..1 Int
run lose_pre for exactly 1 Shelf, exactly 2 Key, 0..1 Int
run strange_pre for exactly 1 Shelf, exactly 2 Key, 0..1 Int
run throw_pre for exactly 1 Shelf, exactly 2 Key, 0..1 Int
