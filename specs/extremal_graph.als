-- Graphs that have the most of something: edges without a triangle, a clique, an independent set.
--
-- That no other set of edges, or of nodes, is greater is said of all of them: a quantifier over relations and sets, which
-- Korrel answers by counterexamples.
--
--   korrel find specs/extremal_graph.als
--   korrel count specs/extremal_graph.als no_triangle --scope "exactly 8 Node, 0..64 Int"
--
-- Counts, one of each isomorphism class: Turán's theorem (1941), one graph for each number of nodes, the complete graph
-- of two or of three parts of like sizes, with ⌊n²/4⌋ or ⌊n²/3⌋ edges. The others are found by a program of its own, among all
-- graphs: by clique number, of 5 nodes 1 13 15 4 1 and of 6 nodes 1 37 82 30 5 1, and the same by independence number.
-- `expect N` counts instances, an extension of Korrel's.

sig Node { neighbors: set Node }

pred simple[edges: Node -> Node] { edges = ~edges and no iden & edges }
pred no_triangle[edges: Node -> Node] { no iden & edges.edges.edges }
pred no_four[edges: Node -> Node] {
  no a, b: Node, c: a.edges & b.edges | a->b in edges and some a.edges & b.edges & c.edges
}

-- Each edge is in `neighbors` twice.
pred most_without_triangle[] {
  simple[neighbors] and no_triangle[neighbors]
  all other: Node -> Node | simple[other] and no_triangle[other] implies #other <= #neighbors
}
pred most_without_four[] {
  simple[neighbors] and no_four[neighbors]
  all other: Node -> Node | simple[other] and no_four[other] implies #other <= #neighbors
}

pred clique[s: set Node] { all disj a, b: s | b in a.neighbors }
pred independent[s: set Node] { no s & s.neighbors }

pred greatest_clique[s: set Node] {
  simple[neighbors] and clique[s]
  all other: set Node | clique[other] implies #other <= #s
}
pred greatest_independent[s: set Node] {
  simple[neighbors] and independent[s]
  all other: set Node | independent[other] implies #other <= #s
}

clique_3:    run { some s: set Node | greatest_clique[s] and #s = 3 } for exactly 6 Node, 0..6 Int expect 82
set_3:       run { some s: set Node | greatest_independent[s] and #s = 3 } for exactly 6 Node, 0..6 Int expect 82
no_triangle: run most_without_triangle for exactly 6 Node, 0..36 Int expect 1
no_four:     run most_without_four for exactly 6 Node, 0..36 Int expect 1
-- Turán's number, said without a quantifier over relations.
check turan { most_without_triangle implies mul[2, #neighbors] = mul[#Node, #Node] } for exactly 6 Node, 0..36 Int
-- A greatest clique meets a greatest independent set in one node at most.
check meet {
  all s, t: set Node | greatest_clique[s] and greatest_independent[t] implies lone s & t
} for 5 Node, 0..5 Int
