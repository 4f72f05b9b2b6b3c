one sig Tree { root: lone Node }
sig Node { next: lone Node }
run {} for 3
