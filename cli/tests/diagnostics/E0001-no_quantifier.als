sig Node { next: lone Node }
pred p { n: Node | some n.next }
run p
