sig A {}
run { some A } for exactly 1..5:2 A
