sig Node { next: lone Node }
fact { Node.next > 2 }
run {}
