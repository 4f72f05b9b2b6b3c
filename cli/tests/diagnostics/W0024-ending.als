sig Node { next: lone Node }
pred remove_pre [n: Node] { some n.next }
pred remove_pots [n: Node] { no n.next' }
run remove_pre for 3
