sig Node { next: set Node }
run { some next iff (some f: Node -> one Node | f in next) }
