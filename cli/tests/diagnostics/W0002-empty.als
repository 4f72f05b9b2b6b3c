sig A { f: lone A }
sig B {}
fact { no B.f }
run {} for 1
