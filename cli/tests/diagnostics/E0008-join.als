sig Node { next: lone Node }
fact { some Node.Node }
run {}
