one sig SearchTree { root: lone TreeNode, size: Int }
sig TreeNode { key: Int, left, right: lone TreeNode }
fact {
  TreeNode = SearchTree.root.*(left + right) and SearchTree.size = #TreeNode
  all n: TreeNode {
    n !in n.^(left + right) and lone n.~(left + right) and no n.left & n.right
    all m: n.left.*(left + right) | m.key < n.key
    all m: n.right.*(left + right) | m.key > n.key
  }
  TreeNode.key in { i: Int | i > 0 }
}
run {} for 4 TreeNode, 0..4 Int
