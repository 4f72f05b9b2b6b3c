sig Node { next: lone Node }
fact { all n: Node | n !in ^(n.next) }
run {}
