sig Node { next: lone Node }
pred list { all n: Node | n !in n.^next  no iden & next }
run list for 3
check { all n: Node | n in n.^next and list implies no n.next } for 3
