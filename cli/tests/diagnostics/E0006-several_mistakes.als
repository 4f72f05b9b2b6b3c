sig A { f: set Bx }
sig B { g: lone A, g: set A }
pred p [x: A] { some x.h }
fact { p[A, B] and A.f.f = 3 }
run q for 3
run p for 3 C
