-- What is wrong in one paragraph is reported beside what is wrong in another; what only follows from
-- a mistake is not.
sig Node { next: lone Nod }
sig Leaf extends Nobody {}

fact { all n: Node | n.next != n }
fact { some Nodes }

pred p [n: Node] { n.value = 1 }
pred q { p[Node, Node] and some Leaf.next }

fun first: Node { Node + iden }

run p for 3 but 2 Tree
run missing
check p
