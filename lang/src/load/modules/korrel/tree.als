module korrel/tree[node]

/*
 * A tree of all atoms of a sig, beside the fields that it has. The number of atoms is free.
 *
 *   open korrel/tree[Folder] as disk
 *   sig Folder { size: Int }
 *   run { all f: Folder | f.size <= f.disk/parent.size } for 4
 */

open korrel/shapes as shapes

one sig Tree { edges: node -> node } { shapes/tree[edges, node] }

-- From each atom to those right below it.
fun children: node -> node { Tree.edges }

-- From each atom but the root to the one right above it.
fun parent: node -> node { ~(Tree.edges) }

-- The one without a parent.
fun root: one node { node - node.(Tree.edges) }

-- Those without children.
fun leaves: set node { node - Tree.edges.node }

-- All above n; empty for the root.
fun ancestors [n: node]: set node { ^(Tree.edges).n }

-- All below n; empty for a leaf.
fun descendants [n: node]: set node { n.^(Tree.edges) }

-- The length of the way from the root: 0 for the root itself.
fun depth [n: node]: Int { #(^(Tree.edges).n) }

-- Each atom is reached from the root, and no two ways lead to it.
assert correct {
  node = root.*children
  all n: node | lone n.parent and n not in n.ancestors
  all n: node | n in leaves iff no n.descendants
}
