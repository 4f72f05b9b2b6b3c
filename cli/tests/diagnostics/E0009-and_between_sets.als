sig A, B {}
sig C in A + B {}
run { some (A and C) }
