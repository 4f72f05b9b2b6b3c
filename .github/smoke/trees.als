sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }
pred tree[t: Tree] { Node = t.root.*(left + right) and all n: Node | placed[n] and sorted[n] }
pred placed[n: Node] { n !in n.^(left + right) and lone n.~(left + right) and no n.left & n.right }
pred sorted[n: Node] { all m: n.left.*(left + right) | m.key < n.key   all m: n.right.*(left + right) | m.key > n.key }
run tree for exactly 1 Tree, 3 Node, 1..3 Int
