sig List { header: lone Node }
sig Node { next: lone Node }
run {} for 4 Node
