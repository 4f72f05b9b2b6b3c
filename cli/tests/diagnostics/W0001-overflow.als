sig Node { next: lone Node, depth: Int }
fun height[n: Node]: Int { plus[n.depth, 1] }
fact { all n: Node | some n.next => n.depth = height[n.next] }
run { #next > 0 && #(Node -> Node) < 7 } for 3
