sig Node { next: lone Node, next: set Node }
run {}
