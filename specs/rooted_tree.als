-- Rooted trees whose children have no order: any number of them, in a set.
--
--   korrel find specs/rooted_tree.als
--   korrel count specs/rooted_tree.als --scope "exactly 8 Node"
--
-- Counts, one of each isomorphism class: OEIS A000081, 1 1 2 4 9 20 48 115 286 719 for 1..10 nodes
-- (Cayley 1857). Children without an order make instances with symmetries of their own. `expect N`
-- counts instances, an extension of Korrel's.

one sig Tree { root: Node }
sig Node { children: set Node }

pred repOk[] {
  Node = Tree.root.*children
  no children.(Tree.root)
  all n: Node | lone children.n
}

run repOk for exactly 4 Node expect 4
five:      run repOk for exactly 5 Node expect 9
six:       run repOk for exactly 6 Node expect 20
seven:     run repOk for exactly 7 Node expect 48
eight:     run repOk for exactly 8 Node expect 115
up_to_six: run repOk for 6 Node expect 37 // 1 + 1 + 2 + 4 + 9 + 20
