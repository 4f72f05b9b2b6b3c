-- A binary search tree, and what it is to delete a key from it.

sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }

fun nodes[t: Tree]: set Node { t.root.*(left + right) }

pred repOk[t: Tree] {
  Node = nodes[t]  -- nothing but the tree
  all n: Node {
    n not in n.^(left + right)
    lone (left + right).n
    no n.left & n.right
    all below: n.left.*(left + right) | below.key < n.key
    all below: n.right.*(left + right) | below.key > n.key
  }
}

pred delete_pre[t: Tree, k: Int] { repOk[t] }
run delete_pre for exactly 1 Tree, 0..5 Node, 0..4 Int
