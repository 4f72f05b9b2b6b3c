set sig A {}
run {}
