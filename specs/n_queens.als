-- Boards of n queens, none of which attacks another.
--
-- UDITA's NQueens (Gligoric et al. 2009, figure 13): few instances, and a search for each.
--
--   korrel find specs/n_queens.als
--   korrel count specs/n_queens.als --scope "1..10 Int"
--
-- Counts: OEIS A000170, 1 0 0 2 10 4 40 92 352 724 for 1..10 queens; reflections and rotations
-- count on their own. `expect N` and `1..n Int` are extensions of Korrel's.

-- The row of the queen in each column.
one sig Board { row: Int -> one Int }

pred peaceful[] {
  all disj i, j: Int | let a = Board.row[i], b = Board.row[j] |
    a != b and minus[a, b] != minus[i, j] and minus[a, b] != minus[j, i]
}

run peaceful for 1..6 Int expect 4
none_on_3: run peaceful for 1..3 Int expect 0
four:      run peaceful for 1..4 Int expect 2
five:      run peaceful for 1..5 Int expect 10
seven:     run peaceful for 1..7 Int expect 40
eight:     run peaceful for 1..8 Int expect 92
