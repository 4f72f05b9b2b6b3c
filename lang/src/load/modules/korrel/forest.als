module korrel/forest[node]

/*
 * Trees of all atoms of a sig: none, one or several. The number of atoms is free.
 *
 *   open korrel/forest[Thread] as replies
 *   sig Thread { stamp: Int }
 *   run { all t: Thread | t.replies/parent.stamp <= t.stamp } for 4
 */

open korrel/shapes as shapes

one sig Forest { edges: node -> node } { shapes/forest[edges, node] }

-- From each atom to those right below it.
fun children: node -> node { Forest.edges }

-- From each atom to the one right above it, if there is one.
fun parent: node -> node { ~(Forest.edges) }

-- Those without a parent.
fun roots: set node { node - node.(Forest.edges) }

-- Those without children.
fun leaves: set node { node - Forest.edges.node }

-- All above n; empty for a root.
fun ancestors [n: node]: set node { ^(Forest.edges).n }

-- All below n; empty for a leaf.
fun descendants [n: node]: set node { n.^(Forest.edges) }

-- The root of the tree that n lies in.
fun root [n: node]: one node { roots & *(Forest.edges).n }

-- Each atom lies in the tree of one root.
assert correct {
  node = roots.*children
  all n: node | one roots & (n + n.ancestors) and one n.root
}
