-- Simple graphs: undirected, without loops.
--
-- Counts: OEIS A000088, 1 2 4 11 34 156 1044 for 1..7 nodes.

sig Node { edges: set Node }

pred simple[] {
  edges = ~edges
  no iden & edges
}

five:  run simple for exactly 5 Node expect 34
seven: run simple for exactly 7 Node expect 1044
