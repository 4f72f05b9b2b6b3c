sig Node { e: set Node }
run {} for exactly 40 Node
