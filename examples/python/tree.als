sig Tree { root: lone Node }
sig Node { key: Int, left, right: lone Node }

pred repOk[t: Tree] {
  Node = t.root.*(left + right)  -- nothing but the tree
  all n: Node {
    n !in n.^(left + right)      -- no cycle
    lone n.~(left + right)       -- one parent at the most
    no n.left & n.right
    all m: n.left.*(left + right) | m.key < n.key
    all m: n.right.*(left + right) | m.key > n.key
  }
}

run repOk for exactly 1 Tree, exactly 2 Node, 1..2 Int
