sig Node {}
sig List { head: Node }
sig Node { next: lone Node }
run {}
