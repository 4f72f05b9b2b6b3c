sig A { f: B }
sig B {}
run { some (A + B).f and A - B = A and A != B } for 2
