sig Node {}
run {} for 3 but 64 Int
