sig A { n: Int }
run { all a: A | a.n + 1 > a.n }
