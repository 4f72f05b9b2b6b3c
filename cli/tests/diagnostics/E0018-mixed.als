sig Node { next: set Node }
pred p[n: Node] { all m: n.next, disj s, t: set m.next | no s & t }
run { all n: Node | p[n] }
