sig A {}
fact { some “A” }
run {}
