-- Graphs, and how well they hold together.

sig Node { edges: set Node }

pred connected[nodes: set Node] { all a, b: nodes | b in a.*(nodes <: edges :> nodes) }

-- How few nodes must go so that the rest is not connected, or a single node.
pred connectivity_pre[graph: set Node] { graph = Node and some Node and no iden & edges }
pred connectivity_post[graph: set Node, result: Int] {
  some cut: set graph | disconnects[graph, cut] and #cut = result
  no cut: set graph | disconnects[graph, cut] and #cut < result
}
pred disconnects[graph, cut: set Node] { lone graph - cut or not connected[graph - cut] }
run connectivity_pre for 1..3 Node, 0..2 Int expect 20

-- Nodes, as few as can be, which all ways from one node to another pass.
pred cut_pre[source, target: Node] {
  Node = (source + target).*edges and no iden & edges
  source != target and target not in source.edges
}
pred cut_post[source, target: Node, result: set Node] {
  parts[source, target, result]
  no cut: set Node | parts[source, target, cut] and #cut < #result
}
pred parts[source, target: Node, cut: set Node] {
  no cut & (source + target)
  target not in source.*(edges :> (Node - cut))
}
run cut_pre for 2..3 Node, 0..2 Int expect 26

-- The nodes of the k-components: parts of more than k nodes that hold together when any k - 1 are gone.
pred core_pre[graph: set Node, k: Int] {
  connectivity_pre[graph] and edges = ~edges
  2 =< k and k < #Node
}
pred core_post[graph: set Node, k: Int, result: set Node] {
  all n: graph | n in result <=> (some part: set graph | n in part and component[part, k])
}
pred component[part: set Node, k: Int] {
  #part > k
  no cut: set part | #cut < k and not connected[part - cut]
}
run core_pre for 3..6 Node, 0..5 Int expect 752
