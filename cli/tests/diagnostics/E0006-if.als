sig A { f: lone A }
run { all a: A | if some a.f then a.f != a }
