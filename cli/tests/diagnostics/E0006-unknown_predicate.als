sig Node {}
pred repOk { some Node }
run repOK for 3
