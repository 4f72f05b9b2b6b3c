-- Disjoint sets: a forest in two arrays, with union by rank.
--
-- Tarjan 1975; Korat's DisjSet. Element i has a parent, itself at a root, and a rank, which grows
-- strictly towards the root. The last rule is Korat's: there are no more roots than there are
-- elements of rank 0 from which no rank can be told to have grown.
--
--   korrel find specs/disjoint_set.als
--   korrel count specs/disjoint_set.als --scope "0..3 Int"
--
-- Counts for at most n elements with ranks below n: 2 5 38 914 41546 for n = 1..5 (Korat). Elements
-- are indices, so that nothing is interchangeable. `expect N` and `0..n Int` are extensions of
-- Korrel's.

one sig DisjointSet { parent, rank: Int -> lone Int }

fun elements: set Int { DisjointSet.parent.Int }
fun roots: set Int { { i: elements | DisjointSet.parent[i] = i } }

-- The integers of the scope are 0..n-1: the indices, and the ranks.
pred repOk[] {
  arrays
  all i: elements - roots | rank_of[i] < rank_of[DisjointSet.parent[i]]
  #roots <= #{ i: elements | i !in grown and rank_of[i] = 0 }
}

-- Two arrays of one length.
pred arrays[] {
  all i: elements | i.prevs in elements
  DisjointSet.rank.Int = elements
  DisjointSet.parent[elements] in elements
}

fun rank_of[i: Int]: lone Int { DisjointSet.rank[i] }

-- Parents whose rank is one more than a child's.
fun grown: set Int {
  { p: elements | some i: elements - p |
    p = DisjointSet.parent[i] and rank_of[p] = plus[rank_of[i], 1] }
}

run repOk for 0..2 Int expect 38
up_to_one:  run repOk for 0..0 Int expect 2
up_to_two:  run repOk for 0..1 Int expect 5
up_to_four: run repOk for 0..3 Int expect 914
up_to_five: run repOk for 0..4 Int expect 41546
