-- Acyclic directed graphs of numbered nodes.
--
-- The nodes have an order, so that none can stand for another.
--
--   korrel find specs/labelled_acyclic_graph.als
--
-- Counts: OEIS A003024, 1 3 25 543 29281 for 1..5 nodes (Robinson 1973). With edges from later to
-- earlier nodes only: 2^(n(n-1)/2), any set of the pairs. `expect N` counts instances, an extension
-- of Korrel's.

open util/ordering[Node]

sig Node { edges: set Node }

pred acyclic[] {
  all n: Node | n !in n.^edges
}

pred backwards[] {
  all n: Node | n.edges in n.prevs
}

run acyclic for exactly 3 Node expect 25
two:         run acyclic for exactly 2 Node expect 3
four:        run acyclic for exactly 4 Node expect 543
five:        run acyclic for exactly 5 Node expect 29281
backwards_4: run backwards for exactly 4 Node expect 64 // 2^6
backwards_5: run backwards for exactly 5 Node expect 1024 // 2^10
check sorted_is_acyclic { backwards implies acyclic } for exactly 5 Node
