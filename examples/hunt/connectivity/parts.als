-- The parts of graphs: what holds together, and where it falls apart.

sig Node { edges: set Node }

pred graph_[nodes: set Node] { nodes = Node and some Node and no iden & edges }
pred undirected[nodes: set Node] { graph_[nodes] and edges = ~edges }
pred connected[nodes: set Node] { all a, b: nodes | b in a.*(nodes <: edges :> nodes) }

-- The nodes of each part have its number.
pred strong_pre[graph: set Node] { graph_[graph] }
pred strong_post[graph: set Node, result: Int -> Node] {
  all n: graph | one result.n
  all a, b: graph | result.a = result.b <=> (b in a.*edges and a in b.*edges)
}
run strong_pre for 1..4 Node, 0..3 Int expect 238

-- Without them, some others no longer lead to each other.
pred articulation_pre[graph: set Node] { undirected[graph] }
pred articulation_post[graph, result: set Node] {
  result = { n: graph | some a, b: graph - n | b in a.*edges and b not in a.*(edges :> (Node - n)) }
}
run articulation_pre for 1..6 Node, 0..5 Int expect 208

pred bridges_pre[graph: set Node] { undirected[graph] }
pred bridges_post[graph: set Node, result: Node -> Node] {
  result = { a, b: Node | a->b in edges and b not in a.*(edges - a->b - b->a) }
}
run bridges_pre for 1..6 Node, 0..5 Int expect 208

-- The largest sets of two nodes or more that hold together without any one of them.
pred blocks_pre[graph: set Node] { undirected[graph] }
pred blocks_post[graph: set Node, result: Int -> Node] {
  all i: result.Node | block[result[i]] and no j: result.Node - i | result[j] = result[i]
  all nodes: set Node | block[nodes] implies some i: Int | result[i] = nodes
}
pred block[nodes: set Node] { holds[nodes] and no more: set Node | nodes in more and more != nodes and holds[more] }
pred holds[nodes: set Node] { #nodes > 1 and connected[nodes] and all n: nodes | connected[nodes - n] }
run blocks_pre for 1..6 Node, 0..5 Int expect 208

-- One side of a cut of as few edges as can be, and how few these are.
pred side_pre[graph: set Node] { undirected[graph] and connected[graph] and some disj a, b: Node | a + b in graph }
pred side_post[graph, result: set Node] {
  cuts[result] and no nodes: set Node | cuts[nodes] and #crossing[nodes] < #crossing[result]
}
run side_pre for 2..6 Node, 0..9 Int expect 142

pred least_pre[graph: set Node] { side_pre[graph] }
pred least_post[graph: set Node, result: Int] {
  some nodes: set Node | cuts[nodes] and #crossing[nodes] = result
  no nodes: set Node | cuts[nodes] and #crossing[nodes] < result
}
pred cuts[nodes: set Node] { some nodes and nodes != Node }
fun crossing[nodes: set Node]: Node -> Node { nodes <: edges :> (Node - nodes) }
run least_pre for 2..6 Node, 0..9 Int expect 142
