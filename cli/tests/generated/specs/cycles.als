-- A doubly linked ring: every object leads to every other one.
one sig Ring { entry: lone Node, size: Int }
sig Node { next, previous: one Node, value: Value }
sig Value {}
fact { next = ~previous  all n: Node | n in Ring.entry.*next  Ring.size = #Node }
run {} for 3 but 0..3 Int
