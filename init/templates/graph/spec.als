-- Graphs, and a function of graphs: the cut nodes, without which some others are no longer connected.

sig Node { edges: set Node }

-- The inputs: all graphs without loops, in which edges lead both ways. For directed graphs leave `edges = ~edges` out.
pred cut_nodes_pre[graph: set Node] {
  graph = Node
  edges = ~edges
  no iden & edges
}

-- What is right. It need not be fast: it is the definition.
pred cut_nodes_post[graph, result: set Node] {
  result = { n: graph | some disj a, b: graph - n | b in a.^edges and b not in a.^(edges - n -> Node - Node -> n) }
}

-- How large: all graphs of up to six nodes, one of each shape.
run cut_nodes_pre for 0..6 Node expect 209
