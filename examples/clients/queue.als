-- A queue that several clients use: what it does, call by call.
sig Item {}
one sig Queue { var items: seq Item }

fact init { no Queue.items }

pred offer[x: Item] { Queue.items' = Queue.items.add[x] }
pred poll[result: lone Item] {
  result = Queue.items.first
  Queue.items' = Queue.items.rest
}

fact moves { always ((some x: Item | offer[x]) or (some r: lone Item | poll[r])) }

run queue {} for exactly 2 Item, 4 seq, 5 steps
