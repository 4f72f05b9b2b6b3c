-- Acyclic directed graphs.
--
-- Counts: OEIS A003087, 1 2 6 31 302 5984 243668 for 1..7 nodes.

sig Node { edges: set Node }

pred acyclic[] {
  all n: Node | n !in n.^edges
}

five:  run acyclic for exactly 5 Node expect 302
six:   run acyclic for exactly 6 Node expect 5984
seven: run acyclic for exactly 7 Node expect 243668
