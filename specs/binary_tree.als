-- Binary trees.
--
-- Korat's BinaryTree (Boyapati, Khurshid, Marinov 2002) without its redundant size field: each node
-- but the root is the left or the right child of exactly one node, and nothing is out of reach.
--
--   korrel find specs/binary_tree.als --scope "exactly 1 BinaryTree, exactly 5 Node"
--
-- Counts: the Catalan numbers, OEIS A000108: 1 2 5 14 42 132 429 1430 for 1..8 nodes.
-- `expect N` counts instances, an extension of Korrel's.

one sig BinaryTree { root: lone Node }
sig Node { left, right: lone Node }

pred repOk[] {
  Node = BinaryTree.root.*(left + right)
  all n: Node {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
  }
}

run repOk for 3 Node expect 9 // 1+1+2+5
one_node:    run repOk for exactly 1 Node expect = 1
two_nodes:   run repOk for exactly 2 Node expect 2
three_nodes: run repOk for exactly 3 Node expect 5
four_nodes:  run repOk for exactly 4 Node expect 14
five_nodes:  run repOk for exactly 5 Node expect 42
six_nodes:   run repOk for exactly 6 Node expect 132
eight_nodes: run repOk for exactly 8 Node expect 1430
