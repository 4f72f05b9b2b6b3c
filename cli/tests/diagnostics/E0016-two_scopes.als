sig Node {}
run {} for 3 Node, 4 Node
