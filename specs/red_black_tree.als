-- Red-black trees, as java.util.TreeMap has them.
--
-- The invariant is the one of TestEra, section 6.1 (Khurshid and Marinov 2004), formula by formula;
-- colors are an enum instead of booleans. The root may be red or black, as in the paper.
--
--   korrel find specs/red_black_tree.als
--   korrel count specs/red_black_tree.als --scope "exactly 1 Tree, exactly 8 Node, 1..8 Int"
--
-- Counts: trees of n nodes on n keys, any root color: OEIS A001131, 2 2 3 8 14 20 35 64 122 260 for
-- n = 1..10; UDITA's table (Gligoric et al. 2009) has 20 35 64 for 6 7 8. With a black root 1 2 2 4
-- 8 for 1..5, the 17 trees of Visser, Pasareanu, Khurshid 2004, whose 84 inputs are these trees,
-- each to insert into, and each node of them to delete. `expect N` and `1..n Int` are extensions of
-- Korrel's.

enum Color { RED, BLACK }

sig Tree { root: lone Node }
sig Node {
  key: Int,
  color: Color,
  left, right, parent: lone Node
}

pred repOk[t: Tree] {
  let nodes = t.root.*(left + right) {
    -- nothing but the tree
    Node = nodes
    -- parent ok
    no t.root.parent
    all e, f: nodes | e in f.(left + right) <=> f = e.parent
    -- binary search tree properties: unique keys
    all disj e1, e2: nodes | e1.key != e2.key
    -- distinct children
    all e: nodes | no e.(left + right) || e.left != e.right
    -- tree is acyclic
    all e: nodes | e !in e.^(left + right)
    -- left subtree has smaller keys
    all e: nodes | all el: e.left.*(left + right) | el.key <= e.key
    -- right subtree has larger keys
    all e: nodes | all er: e.right.*(left + right) | e.key <= er.key
    -- red black tree properties: 3. red node has black children
    all e: nodes |
      e.color = RED && some e.left + e.right => (e.left + e.right).color = BLACK
    -- 4. all paths from root to NIL have same # of black nodes
    all e1, e2: nodes |
      (no e1.left || no e1.right) && (no e2.left || no e2.right) =>
        #{ p: nodes | e1 in p.*(left + right) && p.color = BLACK } =
        #{ p: nodes | e2 in p.*(left + right) && p.color = BLACK }
  }
}

run repOk for exactly 1 Tree, 3 Node, 1..3 Int expect 16 // below
one_node:    run repOk for exactly 1 Tree, exactly 1 Node, 1..1 Int expect 2
two_nodes:   run repOk for exactly 1 Tree, exactly 2 Node, 1..2 Int expect 2
three_nodes: run repOk for exactly 1 Tree, exactly 3 Node, 1..3 Int expect 3
four_nodes:  run repOk for exactly 1 Tree, exactly 4 Node, 1..4 Int expect 8
five_nodes:  run repOk for exactly 1 Tree, exactly 5 Node, 1..5 Int expect 14
-- TestEra's inputs of `remove`: a tree of 5 nodes on the keys 0..4, and a key to remove: 14 x 5.
pred remove_pre[t: Tree, k: Int] { repOk[t] }
run remove_pre for exactly 1 Tree, exactly 5 Node, 0..4 Int expect 70
udita_6: run repOk for exactly 1 Tree, exactly 6 Node, 1..6 Int expect 20
udita_7: run repOk for exactly 1 Tree, exactly 7 Node, 1..7 Int expect 35
udita_8: run repOk for exactly 1 Tree, exactly 8 Node, 1..8 Int expect 64
-- As java.util.TreeMap leaves them: the root is black.
pred black_root[t: Tree] { repOk[t] and t.root.color = BLACK }
black_3: run black_root for exactly 1 Tree, exactly 3 Node, 1..3 Int expect 2
black_4: run black_root for exactly 1 Tree, exactly 4 Node, 1..4 Int expect 4
black_5: run black_root for exactly 1 Tree, exactly 5 Node, 1..5 Int expect 8
-- Its inputs of a deletion: a tree and a node of it.
pred deletion[t: Tree, n: Node] { black_root[t] }
deletions_5: run deletion for exactly 1 Tree, exactly 5 Node, 1..5 Int expect 40 // 8 * 5
