sig Node { next: lone Node, key: Int }
pred sorted { all n: Node | some n.next => n.key < n.next.key }
run sorted for 3
