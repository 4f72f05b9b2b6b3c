sig A { f: A }
let again[x] = again[x.f]
run { some again[A] }
