sig Node { next: lone Node }
fact { this != this.next }
run {}
