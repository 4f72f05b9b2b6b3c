-- Graphs of diameter 2 that no longer have it without any one of their edges.
--
-- Kirchweger and Szeider list them in SAT Modulo Symmetries (ACM TOCL 2024), for the conjecture of Murty and Simon:
-- one of n nodes has at most n²/4 edges.
--
--   korrel find specs/critical_graph.als
--   korrel count specs/critical_graph.als --scope "exactly 8 Node"
--
-- Counts, one of each isomorphism class, found among nauty's connected graphs (`geng -c`) by a program of its own:
-- 1 2 3 5 10 30 103 for 3..9 nodes. `expect N` counts instances, an extension of Korrel's.

sig Node { neighbors: set Node }

pred simple[] { neighbors = ~neighbors and no iden & neighbors }

-- Each two nodes are at most two edges apart.
pred near[edges: Node -> Node] { Node->Node in iden + edges + edges.edges }

pred critical[] {
  simple and near[neighbors]
  some disj a, b: Node | b !in a.neighbors
  all a: Node, b: a.neighbors | !near[neighbors - a->b - b->a]
}

run critical for exactly 7 Node expect 10
six:   run critical for exactly 6 Node expect 5
eight: run critical for exactly 8 Node expect 30
-- Murty and Simon.
check few_edges {
  critical implies mul[2, #neighbors] <= mul[#Node, #Node] // each edge is in `neighbors` twice
} for 6 Node, 0..72 Int
