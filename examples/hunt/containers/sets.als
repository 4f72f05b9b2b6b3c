-- A set that keeps its items in the order in which they came.
sig Item {}
one sig Set { var items: seq Item }

fact init { no items }

pred add[x: Item] { Set.items' = (x in Set.items.elems implies Set.items else Set.items.add[x]) }

pred discard[x: Item] { Set.items' = (x in Set.items.elems implies Set.items.delete[Set.items.idxOf[x]] else Set.items) }

pred pop[at: Int, result: Item] {
  at in Set.items.inds
  result = Set.items[at]
  Set.items' = Set.items.delete[at]
}

pred index[x: Item, result: Int] {
  x in Set.items.elems
  result = Set.items.idxOf[x]
  items' = items
}

fact moves {
  always some x: Item | add[x] or discard[x] or (some i: Set.items.inds | pop[i, Set.items[i]]) or index[x, Set.items.idxOf[x]]
}

run behaviours {} for exactly 3 Item, 0..2 Int, 3 seq, 5 steps
