sig A {}
pred p [x: A, x: A] { some x }
run p
