sig Node {}
pred p { some Node }
run p for 2
run p for 3
