-- Latin squares: each symbol once in each row and in each column.
--
-- Rows, columns and symbols are integers, so that nothing is interchangeable.
--
--   korrel find specs/latin_square.als
--   korrel count specs/latin_square.als reduced_5
--
-- Counts: OEIS A002860, 1 2 12 576 161280 for orders 1..5; reduced ones, whose first row and column
-- are sorted, A000315, 1 1 1 4 56 9408. `expect N` and `1..n Int` are extensions of Korrel's.

one sig Square { symbol: Int -> Int -> one Int }

pred latin[] {
  all row, s: Int | one row.(Square.symbol).s
  all column, s: Int | one (Square.symbol).s.column
}

pred reduced[] {
  latin
  all i: Int | Square.symbol[1][i] = i and Square.symbol[i][1] = i
}

run latin for 1..3 Int expect 12
two:       run latin for 1..2 Int expect 2
four:      run latin for 1..4 Int expect 576
reduced_4: run reduced for 1..4 Int expect 4
reduced_5: run reduced for 1..5 Int expect 56
reduced_6: run reduced for 1..6 Int expect 9408
