sig A { n: lone A }
pred p [a: A] { some a.n }
run { A.n = p }
