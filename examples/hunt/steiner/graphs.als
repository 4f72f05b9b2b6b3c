-- Graphs with terminals, and the trees that join these.

sig Node { edges: set Node }

pred joined[nodes: set Node] { all a, b: nodes | b in a.*(nodes <: edges :> nodes) }

pred steiner_pre[graph, terminals: set Node] {
  graph = Node and #terminals > 1
  edges = ~edges and no iden & edges
  joined[graph]
}

-- The edges that are left make a tree of the terminals, at the most twice as large as the best one.
pred steiner_post[graph, terminals: set Node] {
  edges' in edges and edges' = ~edges'
  let tree = terminals + Node.edges' {
    after joined[tree]
    #edges' = mul[2, minus[#tree, 1]]
    all other: set graph | terminals in other and joined[other] => minus[#tree, 1] =< mul[2, minus[#other, 1]]
  }
}
run steiner_pre for 2..5 Node, 0..5 Int expect 314
