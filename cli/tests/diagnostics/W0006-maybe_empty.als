sig Node { left, right: lone Node, key: one Int }
run { all n: Node | n.left.key < n.right.key } for 1 but 2 Int
