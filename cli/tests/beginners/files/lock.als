sig Client {}
one sig Lock { var owner: lone Client }
fact { no Lock.owner }
fact { always (some Lock.owner' => no Lock.owner or Lock.owner' = Lock.owner) }
assert safe { always lone Lock.owner }
check safe for 2 but 4 steps
