-- Matrices of zeros and ones, up to permutations of rows and of columns: OEIS A002724.
sig R { m: set C }
sig C {}
run {} for exactly 4 R, exactly 4 C expect 317
