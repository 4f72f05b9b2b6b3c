sig Node { next: lone Node }
fact { n.next != n }
run {}
