-- Ramsey graphs R(s,t,n): n nodes, no s of them all joined, no t of them without an edge.
--
-- Kirchweger and Szeider list them in SAT Modulo Symmetries (ACM TOCL 2024).
--
--   korrel find specs/ramsey_graph.als
--   korrel count specs/ramsey_graph.als r_3_5 --scope "exactly 13 Node"
--
-- Counts, one of each isomorphism class: McKay's Ramsey graphs
-- (https://users.cecs.anu.edu.au/~bdm/data/ramsey.html), R(3,4,n) 1 2 3 6 9 15 9 3 for 1..8 nodes,
-- R(3,5,n) 1 2 3 7 13 32 71 179 290 313 105 12 1 for 1..13; R(4,4,n) 4 9 24 84 362 for 3..7, counted among
-- nauty's graphs (`geng`) by a program of its own. R(3,4) is 9: there is none of 9 nodes.
-- `expect N` counts instances, an extension of Korrel's.

sig Node { neighbors: set Node }

pred simple[] { neighbors = ~neighbors and no iden & neighbors }

pred no_triangle[] { no iden & neighbors.neighbors.neighbors }
pred clique[s: set Node] { all disj a, b: s | b in a.neighbors }
pred independent[s: set Node] { no s & s.neighbors }

pred ramsey_3_4[] {
  simple and no_triangle
  all disj a, b, c, d: Node | !independent[a + b + c + d]
}
pred ramsey_3_5[] {
  simple and no_triangle
  all disj a, b, c, d, e: Node | !independent[a + b + c + d + e]
}
pred ramsey_4_4[] {
  simple
  all disj a, b, c, d: Node | !clique[a + b + c + d] and !independent[a + b + c + d]
}

r_3_5:   run ramsey_3_5 for exactly 8 Node expect 179
r_3_4:   run ramsey_3_4 for exactly 8 Node expect 3
none_9:  run ramsey_3_4 for exactly 9 Node expect 0 // R(3,4) = 9
up_to_8: run ramsey_3_4 for 8 Node expect 49 // with the empty graph: 1 + 1 + 2 + 3 + 6 + 9 + 15 + 9 + 3
r_4_4:   run ramsey_4_4 for exactly 6 Node expect 84
