sig Tree { root: lone Node, size: one Int }
sig Node { left, right: lone Node, key: one Int }

pred ordered[t: Tree] { all n: t.root.*(left + right) | some n.left => n.left.key < n.key }
pred small[t: Tree, k: Int] { t.size <= k }

run ordered for 2
run small for 2
run ordered for exactly 1 Tree, 3 Node, 0..3 Int
check positive { all t: Tree | t.size >= 0 } for 2 but 3 Int
