-- A sorted set that knows the place of each element.
one sig Set {
  first: seq Int, -- what is inserted first, in this order
  var items: seq Int, -- as it lists them
  var rank: Int -> Int, -- how many are less than this number
  var from: Int -> Int -- the elements from this number on
}

fun held: set Int { Set.items.elems }

fact init { not Set.first.hasDups and held = Set.first.elems }

pred insert[x: Int] { Set.items'.elems = held + x }

pred remove[x: Int] { Set.items'.elems = held - x }

pred popFirst[result: lone Int] {
  result = Set.items.first
  Set.items' = Set.items.rest
}

pred popLast[result: lone Int] {
  result = Set.items.last
  Set.items' = Set.items.butlast
}

pred popAt[i: Int, result: lone Int] {
  i in Set.items.inds
  result = Set.items[i]
  Set.items' = Set.items.delete[i]
}

-- The other half has this one, and all that are greater.
pred splitOff[x: Int] { Set.items'.elems = { y: held | y < x } }

-- And goes on with the other half.
pred splitOn[x: Int] { Set.items'.elems = { y: held | y >= x } }

pred retain[x: Int] { Set.items'.elems = { y: held | y != x } }

fact steps {
  always (popFirst[Set.items.first] or popLast[Set.items.last] or
    some x: Int | insert[x] or remove[x] or splitOff[x] or splitOn[x] or retain[x] or popAt[x, Set.items[x]])
}

fact order {
  always (all i: Set.items.inds - 0 | Set.items[minus[i, 1]] < Set.items[i])
  always (all x: Int | Set.rank[x] = #{ y: held | y < x } and Set.from[x] = { y: held | y >= x })
}

run behaviours {} for 0..5 Int, 5 seq, 2 steps
run longer { #Set.first < 4 } for 0..5 Int, 5 seq, 3 steps
