-- AVL trees: search trees in which the heights of two siblings differ by at most one.
--
-- Adelson-Velsky and Landis 1962; the AVTree of Boyapati, Khurshid, Marinov 2002. Each node knows
-- its height, as the usual implementations have it; a missing child has height 0.
--
--   korrel find specs/avl_tree.als
--   korrel count specs/avl_tree.als --scope "exactly 8 Node, 1..8 Int"
--
-- Counts: on as many keys as nodes the shape decides: OEIS A006265, 1 1 2 1 4 6 4 17 32 44 for
-- 0..9 nodes; times C(k, n) on k keys. `expect N` and `1..n Int` are extensions of Korrel's.

one sig AvlTree { root: lone Node }
sig Node { key, height: Int, left, right: lone Node }

pred repOk[] {
  shape
  ordered
  balanced
}

pred shape[] {
  Node = AvlTree.root.*(left + right)
  all n: Node {
    n !in n.^(left + right)
    lone n.~(left + right)
    no n.left & n.right
  }
}

pred ordered[] {
  all n: Node {
    all m: n.left.*(left + right) | m.key < n.key
    all m: n.right.*(left + right) | m.key > n.key
  }
}

-- The number of an empty set is 0, and so is the height of no node.
pred balanced[] {
  all n: Node | let l = int[n.left.height], r = int[n.right.height] {
    minus[l, r] <= 1 and minus[r, l] <= 1
    n.height = plus[1, l > r => l else r]
  }
}

run repOk for exactly 3 Node, 1..3 Int expect = 1
four:        run repOk for exactly 4 Node, 1..4 Int expect 4
five:        run repOk for exactly 5 Node, 1..5 Int expect 6
six:         run repOk for exactly 6 Node, 1..6 Int expect 4
seven:       run repOk for exactly 7 Node, 1..7 Int expect 17
four_of_six: run repOk for exactly 4 Node, 1..6 Int expect 60 // 4 * C(6,4)
up_to_four:  run repOk for 4 Node, 1..4 Int expect 25 // 1 + 4 + 2*6 + 1*4 + 4
-- A tree of height h has at least Fibonacci(h+2) - 1 nodes: 7 for height 4.
check shallow { repOk implies AvlTree.root.height <= 3 } for 6 Node, 1..6 Int
