sig Node { next: lone Node }
fact { all n: Node | n.next == n }
