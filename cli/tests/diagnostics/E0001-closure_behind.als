sig Node { next: lone Node }
run { all n: Node | n.next* = n + n.(next + ~next)* }
