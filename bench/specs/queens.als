-- Boards of n queens, none of which attacks another: few instances, and a search for each.
--
-- UDITA's NQueens (Gligoric et al. 2009, figure 13).
--
-- Counts: OEIS A000170, 1 0 0 2 10 4 40 92 352 724 for 1..10 queens.

-- The row of the queen in each column.
one sig Board { row: Int -> one Int }

pred peaceful[] {
  all disj i, j: Int | let a = Board.row[i], b = Board.row[j] |
    a != b and minus[a, b] != minus[i, j] and minus[a, b] != minus[j, i]
}

six: run peaceful for 1..6 Int expect 4
ten: run peaceful for 1..10 Int expect 724
