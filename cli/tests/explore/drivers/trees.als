open util/boolean
sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }
pred tree[t: Tree] {
  Node = t.root.*(left + right)
  all n: Node | n !in n.^(left + right) and lone n.~(left + right) and no n.left & n.right
}
pred search[t: Tree] {
  tree[t]
  all n: Node, m: n.left.*(left + right) | m.key < n.key
  all n: Node, m: n.right.*(left + right) | n.key < m.key
}
pred lookup_pre[t: Tree, k: Int] { search[t] }
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
pred reset_pre[t: Tree] { search[t] and some t.root }
pred reset_post[t: Tree] {
  t.root.key' = 1 and (all n: Node - t.root | n.key' = n.key)
  left' = left and right' = right and root' = root
}
pred cut_pre[t: Tree] { search[t] and some t.root }
pred cut_post[t: Tree] {
  Node' = Node - t.root.left.*(left + right)
  no t.root.left' and root' = root
  all n: Node' & Node | n.key' = n.key and n.right' = n.right
}
