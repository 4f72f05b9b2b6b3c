sig A { f: lone A }
run { all a: A | #a.f }
