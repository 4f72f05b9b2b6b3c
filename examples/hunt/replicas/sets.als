-- A set that three replicas have: each is changed by itself, and merges what others know.
--
-- Each add is a change of its own. A remove takes back the adds that its replica has seen, and no others.
sig Element {}
var sig Add {}
-- `has` is the library's word. The driver keeps the adds that a replica has seen, and those of them that a remove took back.
sig Replica { var has: set Element, var seen, gone: Element -> Add }

fact start { no Add and no has and no seen and no gone }
fact steps {
  always (
    (some r: Replica, e: Element | add[r, e] or remove[r, e] or discard[r, e]) or some disj r, from: Replica | sync[r, from]
  )
}

pred add[r: Replica, e: Element] {
  some a: Add' - Add | Add' = Add + a and seen' = seen + r->e->a
  gone' = gone
}

pred remove[r: Replica, e: Element] {
  e in r.has
  gone' = gone + r->(e <: r.seen)
  seen' = seen and Add' = Add
}

-- The remove of what is not there: nothing changes.
pred discard[r: Replica, e: Element] {
  e not in r.has
  gone' = gone and seen' = seen and Add' = Add
}

-- A replica merges another one, which knows something more and stays as it is.
pred sync[r, from: Replica] {
  from.seen not in r.seen or from.gone not in r.gone
  seen' = seen + r->(from.seen)
  gone' = gone + r->(from.gone)
  Add' = Add
}

pred changing { always (seen' != seen or gone' != gone) }
-- An observed-remove set: an add stays until a remove that has seen it.
pred adds_win { always all r: Replica | r.has = (r.seen - r.gone).Add }

run observed { changing and adds_win } for exactly 3 Replica, exactly 2 Element, 5 Add, 6 steps
run absent { adds_win } for exactly 3 Replica, exactly 1 Element, 5 Add, 5 steps
-- A two-phase set: what was removed never comes back.
run two_phase {
  changing
  always all r: Replica | r.has = r.seen.Add - r.gone.Add
} for exactly 3 Replica, exactly 2 Element, 5 Add, 6 steps
-- Any set: replicas that know the same have the same.
run agreeing {
  changing
  always all r, s: Replica | r.seen = s.seen and r.gone = s.gone implies r.has = s.has
} for exactly 3 Replica, exactly 2 Element, 5 Add, 5 steps
