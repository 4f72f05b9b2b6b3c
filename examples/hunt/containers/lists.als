-- A list that grows and shrinks at both ends, and that loses and changes items in its middle.
sig Item {}
one sig List { var items: seq Item }

fact init { no items }

pred hasRoom { #List.items < 3 }

pred push[x: Item] { hasRoom and List.items' = List.items.add[x] }

pred unshift[x: Item] { hasRoom and List.items' = List.items.insert[0, x] }

pred pop[result: Item] { result = List.items.last and List.items' = List.items.butlast }

pred shift[result: Item] { result = List.items.first and List.items' = List.items.rest }

-- The first one that is this item, if there is one.
pred delete[x: Item] { List.items' = (x in List.items.elems implies List.items.delete[List.items.idxOf[x]] else List.items) }

pred remove[at: Int, result: Item] { result = List.items[at] and List.items' = List.items.delete[at] }

-- Counted from the end.
pred removeBack[at: Int, result: Item] { at < 0 and remove[plus[#List.items, at], result] }

-- Removes up to so many items from there on, and writes this one in their place.
pred splice[at, count: Int, x: Item] {
  at in List.items.inds and count > 0
  List.items' = (0->x).spliced[at, minus[#List.items, at] < count implies minus[#List.items, at] else count]
}

fun spliced[new: Int->Item, at, count: Int]: Int->Item {
  { i: Int, x: Item | i < at and x = List.items[i] or x = new[minus[i, at]] or i > at and x = List.items[plus[i, minus[count, 1]]] }
}

fact moves {
  always some x: Item | push[x] or unshift[x] or pop[x] or shift[x] or delete[x] or
    some at: Int | remove[at, x] or removeBack[at, x] or some count: Int | splice[at, count, x]
}

run behaviours {} for exactly 2 Item, -3..3 Int, 3 seq, 5 steps
