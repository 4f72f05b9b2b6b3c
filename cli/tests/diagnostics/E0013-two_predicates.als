sig A {}
pred p { some A }
pred p { no A }
run p
