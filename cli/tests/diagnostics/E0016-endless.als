sig A {}
run { some A } for 1:2 A
