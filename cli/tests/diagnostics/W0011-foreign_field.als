sig Tree { root: lone Node }
sig Node { left, right: lone Node }
run { all n: Node | some n.root } for 2
