sig A {}
run first { some A } => run second { one A }
run third {}
