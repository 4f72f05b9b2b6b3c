-- A lock that clients hold by turns.
sig Client {}
one sig Lock { var holder: lone Client }

fact init { no holder }

-- The client that tried, if it holds the lock now.
pred acquire[c: Client, result: lone Client] {
  no Lock.holder implies Lock.holder' = c and result = c
  some Lock.holder implies Lock.holder' = Lock.holder and no result
}

pred release[c: Client] {
  Lock.holder = c
  no Lock.holder'
}

pred release_throws[c: Client] { Lock.holder != c }

pred extend[c: Client] {
  Lock.holder = c
  Lock.holder' = c
}

pred extend_throws[c: Client] { Lock.holder != c }

fact steps { always some c: Client | release[c] or extend[c] or some r: lone Client | acquire[c, r] }

run behaviours {} for exactly 2 Client, 5 steps
