sig Node { next: lone Node }
run { some n: Node | n <> n.next }
