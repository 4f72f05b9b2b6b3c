sig Node { next: lone Node }
fun length[n: Node]: Int { no n.next => 1 else plus[1, length[n.next]] }
run { some n: Node | length[n] = 3 }
