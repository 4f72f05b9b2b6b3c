sig Node { var next: set Node }
pred link[pairs: Node -> Node] { next' = next + pairs }
fact { always some pairs: Node -> Node | link[pairs] }
run { no next } for 4 but 2 steps
