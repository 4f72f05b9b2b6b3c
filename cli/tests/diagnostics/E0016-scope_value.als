one sig List {}
run {} for exactly 2 List
