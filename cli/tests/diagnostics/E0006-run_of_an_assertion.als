sig A {}
assert a { some A }
run a for 3
