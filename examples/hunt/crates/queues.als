-- A priority queue of keys, whose priorities change; it gives the least one first.
sig Key {}
one sig Queue {
  first: seq Key, -- those that are pushed first, in this order
  var at: Key -> lone Int, -- the keys that it holds, with their priorities
  var order: seq Int -- the priorities, in the order in which it gives them
}

fun held: set Key { Queue.at.Int }

pred priority[p: Int] { p < 3 }

fact init { not Queue.first.hasDups and held = Queue.first.elems and all p: Queue.at[Key] | priority[p] }

pred push[k: Key, p: Int] {
  k not in held
  Queue.at' = Queue.at + k->p
}

pred decrease[k: Key, p: Int] {
  k in held and p < Queue.at[k]
  Queue.at' = Queue.at ++ k->p
}

pred increase[k: Key, p: Int] {
  k in held and p > Queue.at[k]
  Queue.at' = Queue.at ++ k->p
}

pred remove[k: Key, result: lone Key] {
  result = k & held
  Queue.at' = Queue.at - k->Int
}

-- One of the least.
pred pop[result: lone Key] {
  result in Queue.at.(min[Queue.at[Key]])
  some held implies some result
  Queue.at' = Queue.at - result->Int
}

pred popGreatest[result: lone Key] {
  result in Queue.at.(max[Queue.at[Key]])
  some held implies some result
  Queue.at' = Queue.at - result->Int
}

fact steps {
  always ((some k: lone Key | pop[k] or popGreatest[k]) or
    some k: Key | remove[k, k & held] or some p: Int | priority[p] and (push[k, p] or decrease[k, p] or increase[k, p]))
}

fact order {
  always (all p: Int | #Queue.order.p = #Queue.at.p)
  always (all i: Queue.order.inds - 0 | Queue.order[minus[i, 1]] <= Queue.order[i])
}

run behaviours {} for exactly 3 Key, 0..3 Int, 3 seq, 3 steps
-- More keys.
run longer {} for exactly 4 Key, 0..4 Int, 4 seq, 3 steps
