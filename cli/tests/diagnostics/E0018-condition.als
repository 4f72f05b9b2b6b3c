sig Node { next: set Node }
run { some ((some f: Node -> Node | f.f = next) => Node else none) } for 5
