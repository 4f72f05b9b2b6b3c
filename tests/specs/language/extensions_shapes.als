-- korrel/shapes: of each shape as many as are known, by the numbers of OEIS.

open korrel/shapes

enum Color { red, black }
sig N { e: set N }
sig R { round: R, color: Color }
sig L { tail: lone L, key: Int }
sig F { f: F }
sig X { y: Y }
sig Y {}
sig B { of: set I }
sig I {}
sig P { ints: set Int }
sig T { up, down: set T }
sig K { left, right: lone K }

run dags { dag[e, N] } for 0 but exactly 4 N expect 31 // A003087
run forests { forest[e, N] } for 0 but exactly 5 N expect 20 // A000081(6): a root above all makes a tree of it
run trees { tree[e, N] } for 0 but exactly 6 N expect 20 // A000081(6)
run no_tree { tree[e, N] } for 0 expect 0
run lattices { lattice[e, N] } for 0 but exactly 5 N expect 5 // A006966(5)
run lattices_of_6 { lattice[e, N] } for 0 but exactly 6 N expect 15 // A006966(6)
run lists { list[tail, L] } for 0 but exactly 4 L, 0..0 Int expect = 1 // A000012
run short_lists { list[tail, L] } for 0 but 4 L, 0..0 Int expect 5 // of 0 to 4 elements
run sorted_lists { list[tail, L] and sorted[tail, key] } for 0 but exactly 3 L, 0..3 Int expect 20 // A000292(4) = C(6,3)
run rings { ring[round, R] } for 0 but exactly 4 R expect 6 // A000031(4): necklaces of two colors
run rings_of_6 { ring[round, R] } for 0 but exactly 6 R expect 14 // A000031(6)
run injections { injective[f, F] } for 0 but exactly 6 F expect 11 // A000041(6): permutations by their cycles
run injections_elsewhere { injective[y, X] } for 0 but exactly 2 X, exactly 4 Y expect = 1 // two of four
run bijections { bijective[f, F, F] } for 0 but exactly 5 F expect 7 // A000041(5)
run bijections_elsewhere { bijective[y, X, Y] } for 0 but 3 X, 4 Y expect 4 // as many as there are: 0 to 3
run involutions { bijective[f, F, F] and inverse[f, f] } for 0 but exactly 5 F expect 3 // A008619(5)
run partitions { partition[of, B, I] } for 0 but 5 B, exactly 5 I expect 7 // A000041(5)
run partitions_of_numbers { partition[ints, P, Int] } for 0 but 4 P, 0..3 Int expect 15 // A000110(4): Bell numbers
run covers_of_numbers {
  covers[ints, P, Int]
  all disj p, q: P | p.ints != q.ints
} for 0 but 7 P, 0..2 Int expect 109 // A003465(3)
run inverses { inverse[up, down] } for 0 but exactly 3 T expect 104 // A000595(3): all relations
run balanced_trees {
  tree[left + right, K] and no left & right
  balanced[left, right]
} for 0 but exactly 6 K expect 4 // A006265(6)
run balanced_trees_of_7 {
  tree[left + right, K] and no left & right
  balanced[left, right]
} for 0 but exactly 7 K expect 17 // A006265(7)
