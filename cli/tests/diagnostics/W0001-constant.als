sig A { n: Int }
run { no A or some a: A | a.n = 20 }
