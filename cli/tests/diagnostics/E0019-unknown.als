sig Node {}
pred repOk { some Node }
run repOk for 2
