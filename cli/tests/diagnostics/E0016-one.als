one sig List {}
run {} for 3 List
