sig Node { next: lone Node }
fact { all n: Node | n != n.next
