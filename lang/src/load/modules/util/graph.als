module util/graph[node]

/*
 * Shapes of a directed graph: the atoms of a sig, with a binary relation as its edges.
 *
 *   open util/graph[Page]
 *   sig Page { link: set Page }
 *   fact { dag[link] and one roots[link] }
 *
 * Every atom of `node` belongs to the graph, also one without an edge.
 */

open util/relation as rel

-- Each edge is there in both directions.
pred undirected [r: node -> node] { symmetric[r] }

-- No edge leads from a node to itself.
pred noSelfLoops [r: node -> node] { irreflexive[r] }

-- Every node is reached from every node, when edges may be taken backwards.
pred weaklyConnected [r: node -> node] {
  all n: node | node in n.*(r + ~r)
}

-- Every node is reached from every node.
pred stronglyConnected [r: node -> node] {
  all n: node | node in n.*r
}

-- Every node is reached from `root`.
pred rootedAt [r: node -> node, root: node] { node in root.*r }

-- One cycle through all nodes.
pred ring [r: node -> node] {
  all n: node {
    one n.r
    rootedAt[r, n]
  }
}

-- No cycle.
pred dag [r: node -> node] { acyclic[r, node] }

-- No cycle, and to each node leads at most one edge.
pred forest [r: node -> node] {
  dag[r]
  all n: node | lone r.n
}

-- A forest with at most one root.
pred tree [r: node -> node] {
  forest[r]
  lone n: node | no r.n
}

-- A forest in which every node is reached from `root`.
pred treeRootedAt [r: node -> node, root: node] {
  forest[r]
  rootedAt[r, root]
}

-- The nodes to which no edge leads.
fun roots [r: node -> node]: set node { node - node.^r }

-- The nodes from which no edge leads.
fun leaves [r: node -> node]: set node { node - ^r.node }

-- The nodes from which an edge leads: all but the leaves.
fun innerNodes [r: node -> node]: set node { node & ^r.node }
