sig Node {}
run {} for 3 nodes
