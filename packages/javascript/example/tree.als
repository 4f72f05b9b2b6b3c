-- A binary search tree, and a key to delete from it.
sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }

pred repOk[t: Tree] {
  Node = t.root.*(left + right)  -- nothing but the tree
  all n: Node {
    n not in n.^(left + right)
    lone (left + right).n
    no n.left & n.right
    all below: n.left.*(left + right) | below.key < n.key
    all below: n.right.*(left + right) | below.key > n.key
  }
}

pred deletion[t: Tree, k: Int] { repOk[t] }
run deletion for exactly 1 Tree, 0..5 Node, 0..4 Int
