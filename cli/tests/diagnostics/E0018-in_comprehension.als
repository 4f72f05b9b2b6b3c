sig Node { next: set Node }
run { some { n: Node | some f: Node -> Node | n in n.f.next } } for 5
