sig Node { next: lone Node }
fact { next = Node }
run {}
