some sig Client {}
one sig Lock { var holder: lone Client }
pred take[c: Client] { no Lock.holder and Lock.holder' = c }
pred give[c: Client] { c = Lock.holder' and no Lock.holder' }
pred wait { Lock.holder' = Lock.holder }
fact { no Lock.holder and always (wait or some c: Client | take[c] or give[c]) }
check { always (some Lock.holder implies after some Lock.holder) } for 2 but 1.. steps
