-- Clients and a lock: the spec of docs/traces.md.
sig Client {}
one sig Lock { var holder: lone Client, var waiting: set Client }

pred ask[c: Client] {
  Lock.waiting' = Lock.waiting + c
  Lock.holder' = Lock.holder
}
pred grant[c: Client] {
  c in Lock.waiting and no Lock.holder
  Lock.waiting' = Lock.waiting - c
  Lock.holder' = c
}
pred release[c: Client] {
  c = Lock.holder
  no Lock.holder'
  Lock.waiting' = Lock.waiting
}
pred stutter { Lock.waiting' = Lock.waiting and Lock.holder' = Lock.holder }

fact start { no Lock.holder and no Lock.waiting }
fact steps { always (stutter or some c: Client | ask[c] or grant[c] or release[c]) }

calls: run { always not stutter } for exactly 2 Client, 3 steps
