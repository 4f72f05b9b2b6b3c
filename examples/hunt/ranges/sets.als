-- A set of numbers that lists its ranges, each as large as it can be, in order.
one sig Set {
  var held: set Int,
  var starts, ends: seq Int -- of its ranges
}

fact init { no held }

fun range[first, last: Int]: set Int { { n: Int | first <= n and n <= last } }

pred add[first, last: Int] { first <= last and Set.held' = Set.held + range[first, last] }

pred remove[first, last: Int] { first <= last and Set.held' = Set.held - range[first, last] }

fact steps { always some first, last: Int | add[first, last] or remove[first, last] }

fact order {
  always (Set.starts.elems = { n: Set.held | no Set.held & minus[n, 1] } and Set.ends.elems = { n: Set.held | no Set.held & plus[n, 1] })
  always (increasing[Set.starts] and increasing[Set.ends])
}

pred increasing[s: seq Int] { all i: s.inds - 0 | s[minus[i, 1]] < s[i] }

run behaviours {} for 0..4 Int, 3 seq, 3 steps
