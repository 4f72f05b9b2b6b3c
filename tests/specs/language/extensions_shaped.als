-- The modules of korrel/ that take a sig: of each shape as many as are known, by the numbers of OEIS, and its laws.

open korrel/tree[T] as tree
open korrel/forest[F] as forest
open korrel/dag[D] as dag
open korrel/list[L] as list
open korrel/ring[R] as ring
open korrel/lattice[E] as lattice
open korrel/partition[I] as blocks
open korrel/injective[G, S] as sits
open korrel/bijective[A, B] as pairs
open korrel/balanced[K] as avl

enum Color { red, black }
sig T {}
sig F {}
sig D {}
sig L { key: Int }
sig R { color: Color }
sig E {}
sig I {}
sig G {}
sig S {}
sig A {}
sig B {}
sig K {}

-- A tree and an AVL tree have an atom at least.
run trees {} for 0 but exactly 1 K, exactly 6 T expect 20 // A000081(6)
run no_tree {} for 0 but exactly 1 K expect 0
run forests {} for 0 but exactly 1 K, exactly 1 T, exactly 5 F expect 20 // A000081(6)
run dags {} for 0 but exactly 1 K, exactly 1 T, exactly 4 D expect 31 // A003087(4)
run lists {} for 0 but exactly 1 K, exactly 1 T, 4 L, 0..0 Int expect 5 // of 0 to 4 elements
run sorted_lists { all l: L | l.key <= l.list/next.key or no l.list/next }
  for 0 but exactly 1 K, exactly 1 T, exactly 3 L, 0..3 Int expect 20 // A000292(4)
run rings {} for 0 but exactly 1 K, exactly 1 T, exactly 6 R expect 14 // A000031(6)
run lattices {} for 0 but exactly 1 K, exactly 1 T, exactly 6 E expect 15 // A006966(6)
run partitions {} for 0 but exactly 1 K, exactly 1 T, exactly 6 I expect 11 // A000041(6)
run injections {} for 0 but exactly 1 K, exactly 1 T, 3 G, 4 S expect 14 // each of 0 to 3 into each of as many or more
run bijections {} for 0 but exactly 1 K, exactly 1 T, 3 A, 4 B expect 4 // each of 0 to 3 onto as many
run balanced_trees {} for 0 but exactly 7 K, exactly 1 T expect 17 // A006265(7)

check tree/correct for 0 but 1 K, 4 T expect 0
check forest/correct for 0 but 1 K, 1 T, 4 F expect 0
check dag/correct for 0 but 1 K, 1 T, 4 D expect 0
check list/correct for 0 but 1 K, 1 T, 4 L expect 0
check ring/correct for 0 but 1 K, 1 T, 4 R expect 0
check lattice/correct for 0 but 1 K, 1 T, 5 E expect 0
check blocks/correct for 0 but 1 K, 1 T, 4 I expect 0
check sits/correct for 0 but 1 K, 1 T, 3 G, 3 S expect 0
check pairs/correct for 0 but 1 K, 1 T, 3 A, 3 B expect 0
check avl/correct for 0 but 5 K, 1 T expect 0

-- What the functions give, each on the only instance or in all of them.
check depths { all t: T | plus[tree/depth[t], 1] = #(t + tree/ancestors[t]) } for 0 but 1 K, 4 T, 0..4 Int expect 0
check one_root { tree/root = T - univ.tree/children and tree/leaves = T - tree/children.univ } for 0 but 1 K, 4 T expect 0
check ends { no list/first.list/prev and no list/last.list/next } for 0 but 1 K, 1 T, 3 L expect 0
check extremes { all e: E | lattice/leq[lattice/bottom, e] and lattice/leq[e, lattice/top] } for 0 but 1 K, 1 T, 4 E expect 0
run pentagon {
  -- The smallest lattice that is not modular has five elements.
  some a, b, c: E | lattice/leq[a, c] and lattice/join[a, lattice/meet[b, c]] != lattice/meet[lattice/join[a, b], c]
} for 0 but exactly 1 K, exactly 1 T, exactly 5 E expect = 1
