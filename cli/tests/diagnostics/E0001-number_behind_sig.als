sig Node {}
run {} for Node 3
