some sig Client {}
one sig Lock { var holder: set Client }
fact { no Lock.holder and always (some c: Client | Lock.holder' = c) }
check { always (#Lock.holder = 2 implies after no Lock.holder) } for 2 but 1.. steps
