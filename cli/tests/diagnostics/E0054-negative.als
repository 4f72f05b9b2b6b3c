sig Leaf, Branch {}
run {} for 2
