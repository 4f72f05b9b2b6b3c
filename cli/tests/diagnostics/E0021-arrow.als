sig Node { next: lone Node }
fact { next = Node -> lone Node }
run {}
