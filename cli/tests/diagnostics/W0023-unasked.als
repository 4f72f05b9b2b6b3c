sig Node { next: lone Node }
pred acyclic { no n: Node | n in n.^next }
run {} for 3
