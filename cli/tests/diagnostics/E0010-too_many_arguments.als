sig Node { next: lone Node }
pred linked[a, b: Node] { a.next = b }
fact { all n: Node | linked[n, n, n] }
run {}
