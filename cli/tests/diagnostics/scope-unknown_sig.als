sig Node {}
run {}
