sig A {}
run {} for 100000
