sig Node {}
lone sig Start {}
run {} for exactly 3 Start, 1 Node
