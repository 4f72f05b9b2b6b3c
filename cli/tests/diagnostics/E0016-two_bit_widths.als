sig Node {}
run {} for 3 but 4 Int, 5 Int
