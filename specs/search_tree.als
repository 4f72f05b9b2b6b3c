-- Binary search trees: distinct keys, smaller ones to the left.
--
-- Korat's SearchTree, and UDITA's (Gligoric et al. 2009, figure 13) with 2n-1 keys.
--
--   korrel find specs/search_tree.als
--   korrel count specs/search_tree.als --scope "exactly 4 Node, 1..7 Int"
--
-- Counts: Catalan(n) * C(k, n) for n nodes on k keys; UDITA's table has 490 for 4 nodes on 7 keys
-- and 5292 for 5 on 9. `expect N` and `1..k Int` are extensions of Korrel's.

one sig SearchTree { root: lone Node }
sig Node { key: Int, left, right: lone Node }

pred repOk[] {
  Node = SearchTree.root.*(left + right)
  all n: Node {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
    all m: n.left.*(left + right) | m.key < n.key
    all m: n.right.*(left + right) | m.key > n.key
  }
}

run repOk for exactly 3 Node, 1..3 Int expect 5
udita_3: run repOk for exactly 3 Node, 1..5 Int expect 50 // 5 * C(5,3)
udita_4: run repOk for exactly 4 Node, 1..7 Int expect 490 // 14 * C(7,4)
up_to_3: run repOk for 3 Node, 1..3 Int expect 15 // 1 + 3 + 2*3 + 5
udita_5: run repOk for exactly 5 Node, 1..9 Int expect 5292 // 42 * C(9,5)
