open modules/faulty
sig Node { next: lone Node }
run { some Node.nxt }
