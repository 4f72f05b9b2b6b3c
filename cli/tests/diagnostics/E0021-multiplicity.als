sig Node { next: lone Node }
fact { some (set Node) }
run {}
