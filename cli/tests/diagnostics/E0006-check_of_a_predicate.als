sig A {}
pred a { some A }
check a for 3
