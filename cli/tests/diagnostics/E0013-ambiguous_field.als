sig A { f: set A }
sig B { f: set B }
fact { no f & f }
run {}
