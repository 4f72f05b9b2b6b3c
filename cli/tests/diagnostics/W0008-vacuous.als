sig Node { next: one Node }
fact ends { no next }
fact { some Node }
check { all n: Node | n = n.next } for 2
