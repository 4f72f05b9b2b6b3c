let from[x] = x one -> some B
sig A {}
sig B {}
sig C { r: A -> from[A] }
fact { C.r in A -> from[A] }
run {} for 1
