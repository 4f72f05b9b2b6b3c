sig A {}
assert a { some A }
assert a { no A }
check a
