-- A queue with room for two jobs.
sig Job {}
one sig Queue { var first, second: lone Job }

fact init { no first and no second }

pred put[j: Job] {
  no Queue.second and j not in Queue.(first + second)
  no Queue.first implies Queue.first' = j and no Queue.second'
  some Queue.first implies Queue.first' = Queue.first and Queue.second' = j
}

pred take[result: Job] {
  result = Queue.first
  Queue.first' = Queue.second
  no Queue.second'
}

fact moves { always (some j: Job | put[j] or take[j]) }

run behaviours {} for exactly 3 Job, 4 steps
