sig A {}
run {} for 3 expect -1
