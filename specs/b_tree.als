-- B-trees of order 3: nodes with one or two keys, and with one child more or, as leaves, none.
--
-- Bayer and McCreight 1972; also known as 2-3 trees. Keys and children are sequences, that is,
-- maps from 0, 1 and so on. All leaves are equally deep.
--
--   korrel find specs/b_tree.als
--   korrel find specs/b_tree.als five_keys
--
-- Counts: a tree on the keys 0..n-1, all of them used, has n+1 gaps: OEIS A014535 (B-trees of order
-- 3 with n+1 leaves), 1 1 1 2 2 3 4 5 8 for n = 1..9, from B(x) = x + B(x^2 + x^3); times C(m, n)
-- on m keys. `expect N` and `0..n Int` are extensions of Korrel's.

one sig BTree { root: lone Node }
sig Node { keys: seq Int, children: seq Node }

fun below: Node -> Node { { n, m: Node | m in n.children.elems } }

pred repOk[] {
  tree
  nodes
  ordered
  level
}

pred tree[] {
  Node = BTree.root.*below
  no BTree.root.~below
  all n: Node {
    lone n.~below
    not n.children.hasDups
  }
}

pred nodes[] {
  all n: Node {
    some n.keys and #n.keys <= 2
    some n.children implies #n.children = plus[#n.keys, 1]
  }
}

-- A key lies between the subtrees at its left and at its right, and after its neighbor.
pred ordered[] {
  all n: Node, i: n.keys.inds {
    all m: n.children[i].*below | all k: m.keys.elems | k < n.keys[i]
    all m: n.children[plus[i, 1]].*below | all k: m.keys.elems | k > n.keys[i]
    i > 0 implies n.keys[minus[i, 1]] < n.keys[i]
  }
}

pred level[] {
  all m, n: Node | no m.children and no n.children implies #m.^~below = #n.^~below
}

-- Every integer of the scope is a key.
pred all_keys[] {
  repOk
  Node.keys.elems = Int
}

run all_keys for 3 Node, 0..2 Int, 3 seq expect = 1
four_keys: run all_keys for 4 Node, 0..3 Int, 3 seq expect 2
five_keys: run all_keys for 5 Node, 0..4 Int, 3 seq expect 2
six_keys:  run all_keys for 6 Node, 0..5 Int, 3 seq expect 3
some_keys: run repOk for 4 Node, 0..3 Int, 3 seq expect 17 // 1 + 4*1 + 6*1 + 4*1 + 1*2
