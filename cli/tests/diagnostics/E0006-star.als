sig A { f: Int }
run { some a: A | a.f * 2 = 4 }
