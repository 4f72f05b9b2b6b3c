-- The keys of a map that three replicas have, in which the last change wins: each is changed at a time of its own.
sig Key {}
-- `has` and `gets` are the library's words: the keys of its map, and those that have a value if asked for by themselves.
-- The driver keeps the times at which a key was set and deleted, as far as a replica has seen them.
sig Replica { var has, gets: set Key, var sets, deletes: Int -> Key }

fact start { no has and no gets and no sets and no deletes }
fact steps {
  always ((some r: Replica, k: Key | put[r, k] or delete[r, k]) or some disj r, from: Replica | sync[r, from])
}
fact last {
  always all r: Replica {
    r.has = { k: Key | some t: r.sets.k | all u: r.deletes.k | u < t }
    r.gets = r.has
  }
}

fun now: Int { plus[#Replica.(sets + deletes), 1] }

pred put[r: Replica, k: Key] { sets' = sets + r->now->k and deletes' = deletes }
pred delete[r: Replica, k: Key] { deletes' = deletes + r->now->k and sets' = sets }

pred sync[r, from: Replica] {
  sets' = sets + r->(from.sets)
  deletes' = deletes + r->(from.deletes)
}

run timed {} for exactly 3 Replica, exactly 1 Key, 5 Int, 5 steps
