-- Functions on a set, up to its permutations: OEIS A001372.
sig A { f: one A }
run {} for exactly 6 A expect 130
