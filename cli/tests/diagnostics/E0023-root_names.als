sig Node {}
one sig top { node: lone Node }
pred p[top: Node] {}
run p for 2
