-- A deque with room for some items, which drops one at the other end if it is full.
sig Item {}
one sig Deque {
  room: Int,
  var items: seq Item
}

fact init { Deque.room > 0 and no items }

pred append[x: Item] { let all_ = Deque.items.add[x] | Deque.items' = (#all_ > Deque.room => all_.rest else all_) }
pred appendleft[x: Item] { let all_ = Deque.items.insert[0, x] | Deque.items' = (#all_ > Deque.room => all_.butlast else all_) }
pred pop { some Deque.items and Deque.items' = Deque.items.butlast }
pred popleft { some Deque.items and Deque.items' = Deque.items.rest }
pred rotate { some Deque.items and Deque.items' = Deque.items.butlast.insert[0, Deque.items.last] }
pred reverse {
  some Deque.items
  Deque.items' = { i: Deque.items.inds, x: Item | x = Deque.items[minus[Deque.items.lastIdx, i]] }
}
pred remove[x: Item] { x in Deque.items.elems and Deque.items' = Deque.items.delete[Deque.items.idxOf[x]] }

fact steps { always (pop or popleft or rotate or reverse or some x: Item | append[x] or appendleft[x] or remove[x]) }

run behaviours {} for exactly 2 Item, 0..3 Int, 3 seq, 4 steps
