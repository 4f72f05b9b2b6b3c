sig Node { next: lone Node }
fact { Node.next and some Node }
run {}
