open util/boolean
sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }
pred tree[t: Tree] {
  Node = t.root.*(left + right)
  all n: Node | n !in n.^(left + right) and lone n.~(left + right) and no n.left & n.right
}
pred lookup_pre[t: Tree, k: Int] {
  tree[t]
  all n: Node, m: n.left.*(left + right) | m.key < n.key
  all n: Node, m: n.right.*(left + right) | n.key < m.key
}
pred lookup_post[t: Tree, k: Int, result: Bool] {
  isTrue[result] <=> k in Node.key
  root' = root and key' = key and left' = left and right' = right
}
pred sift_pre[h: Tree] {
  tree[h]
  all n: Node - h.root, c: n.(left + right) | c.key =< n.key
}
pred sift_post[h: Tree] {
  all n: Node, c: n.(left + right) | c.key' =< n.key'
  left' = left and right' = right and root' = root
  all i: Int | #{ n: Node | n.key = i } = #{ n: Node | n.key' = i }
}
