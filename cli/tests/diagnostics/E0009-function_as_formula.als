sig A { n: lone A }
fun f [a: A]: A { a.n }
run { some a: A | f[a] }
