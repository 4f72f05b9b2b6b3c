sig A {}
sig B {}
pred p[a: A] {}
pred p[b: B] {}
run p
