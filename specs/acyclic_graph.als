-- Acyclic directed graphs.
--
--   korrel find specs/acyclic_graph.als
--   korrel count specs/acyclic_graph.als six
--
-- Counts, one of each isomorphism class: OEIS A003087, 1 2 6 31 302 5984 243668 for 1..7 nodes.
-- labelled_acyclic_graph.als has those of nodes that are not interchangeable. `expect N` counts
-- instances, an extension of Korrel's.

sig Node { edges: set Node }

pred acyclic[] {
  all n: Node | n !in n.^edges
}

run acyclic for exactly 3 Node expect 6
up_to_4: run acyclic for 4 Node expect 41 // 1 + 1 + 2 + 6 + 31
four:    run acyclic for exactly 4 Node expect 31
five:    run acyclic for exactly 5 Node expect 302
six:     run acyclic for exactly 6 Node expect 5984
-- Some node has no edge out.
check has_sink { acyclic and some Node implies some n: Node | no n.edges } for 6 Node
