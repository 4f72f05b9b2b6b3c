module korrel/balanced[node]

/*
 * A binary tree of all atoms of a sig, in which both sides of each are equally deep, up to one level: the shape of an
 * AVL tree. The number of atoms is free.
 *
 *   open korrel/balanced[Entry] as index
 *   sig Entry { key: Int }
 *   run { all e: Entry | index/left[e].key < e.key or no index/left[e] } for 4
 */

open korrel/shapes as shapes

one sig Balanced { lefts, rights: node -> node } {
  shapes/tree[lefts + rights, node]
  no lefts & rights
  all n: node | lone n.lefts and lone n.rights
  shapes/balanced[lefts, rights]
}

-- From each atom to the one below it on the left, if there is one.
fun left: node -> node { Balanced.lefts }

-- From each atom to the one below it on the right, if there is one.
fun right: node -> node { Balanced.rights }

-- From each atom but the root to the one right above it.
fun parent: node -> node { ~(Balanced.lefts + Balanced.rights) }

-- The one without a parent.
fun root: one node { node - node.(Balanced.lefts + Balanced.rights) }

-- All below n; empty for a leaf.
fun descendants [n: node]: set node { n.^(Balanced.lefts + Balanced.rights) }

-- Each atom is reached from the root, and has one side at most.
assert correct {
  node = root.*(left + right)
  no left & right
  all n: node | lone n.parent
}
