sig Node {}
run {} for 5..3 Node
