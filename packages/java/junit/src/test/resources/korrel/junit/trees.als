sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }
pred repOk[t: Tree] {
  Node = t.root.*(left + right)
  all n: Node {
    n not in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
    all l: n.left.*(left + right) | l.key < n.key
    all r: n.right.*(left + right) | n.key < r.key
  }
}
pred key_pre[t: Tree, k: Int] { repOk[t] }
run repOk for exactly 1 Tree, 3 Node, 1..3 Int
run key_pre for exactly 1 Tree, 2 Node, 1..2 Int
nothing: run { some t: Tree | repOk[t] and #Node > 3 } for exactly 1 Tree, 3 Node, 1..3 Int
