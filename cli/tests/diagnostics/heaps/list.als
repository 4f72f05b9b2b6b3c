sig List { header: lone Node }
sig Node { next: lone Node }
pred acyclic[l: List] { all n: l.header.*next | n not in n.^next }
fact { all n: Node | lone next.n }
run acyclic for 3
