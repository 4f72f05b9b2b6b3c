sig Node {}
run {} for 2
