sig Node { next: lone Node }
fun following[n: Node]: set Node { n.next n.next.next }
run { some following[Node] }
