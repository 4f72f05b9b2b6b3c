sig A { f: lone A }
fact { if some A then some f else no f }
run {}
