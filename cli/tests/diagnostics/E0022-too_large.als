sig A { r: A -> A -> A -> A }
run {} for 1000
