sig Node { next: lone Node }
pred remove_pre [n: Node] { some n.next }
pred remov_post [n: Node] { no n.next' }
run remove_pre for 3
