-- A priority queue into which the numbers from 0 on are pushed, in any order.
one sig Queue {
  var held: set Int,
  var smallest: Int -> Int -- so many of the least ones
}

fact order { always Queue.smallest = { count: Int, x: Queue.held | #{ y: Queue.held | y <= x } <= count and count <= #Queue.held } }

pred look { held' = held }

pred pop[result: lone Int] {
  result = min[Queue.held]
  Queue.held' = Queue.held - result
}

pred remove[x: Int] {
  x in Queue.held
  Queue.held' = Queue.held - x
}

fact moves { always (look or pop[min[Queue.held]] or some x: Int | remove[x]) }

pred behaviours[pushed: seq Int] { pushed.elems = pushed.inds and Queue.held = pushed.elems }

run behaviours for 0..6 Int, 6 seq, 2 steps
