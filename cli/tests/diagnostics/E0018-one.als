sig Node { next: set Node }
run { one f: Node -> Node | f.f = next } for 5
