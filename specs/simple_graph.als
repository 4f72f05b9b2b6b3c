-- Undirected graphs without loops; connected ones; trees.
--
-- An undirected edge is two directed ones: each node knows its neighbors.
--
--   korrel find specs/simple_graph.als
--   korrel count specs/simple_graph.als --scope "exactly 6 Node"
--
-- Counts, one of each isomorphism class: OEIS A000088, 1 2 4 11 34 156 1044 for 1..7 nodes;
-- connected ones A001349, 1 1 2 6 21 112 853; trees A000055, 1 1 1 2 3 6 11.
-- `expect N` counts instances, an extension of Korrel's.

sig Node { neighbors: set Node }

pred simple[] {
  neighbors = ~neighbors
  no iden & neighbors
}

pred connected[] {
  simple
  all n: Node | Node = n.*neighbors
}

-- Connected, but not without any one of its edges.
pred tree[] {
  connected
  all disj m, n: Node | m in n.neighbors implies m !in n.*(neighbors - m->n - n->m)
}

run simple for exactly 4 Node expect 11
up_to_4:     run simple for 4 Node expect 19 // 1 + 1 + 2 + 4 + 11
simple_5:    run simple for exactly 5 Node expect 34
simple_6:    run simple for exactly 6 Node expect 156
connected_4: run connected for exactly 4 Node expect 6
connected_5: run connected for exactly 5 Node expect 21
connected_6: run connected for exactly 6 Node expect 112
trees_5:     run tree for exactly 5 Node expect 3
trees_6:     run tree for exactly 6 Node expect 6
-- The number of nodes of odd degree is even.
check handshakes {
  simple implies rem[#{ n: Node | rem[#n.neighbors, 2] = 1 }, 2] = 0
} for 5 Node, 0..5 Int
