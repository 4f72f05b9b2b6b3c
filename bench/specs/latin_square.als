-- Latin squares: each symbol once in each row and in each column; rows, columns and symbols are
-- numbers, so that nothing is interchangeable.
--
-- Counts: OEIS A002860, 1 2 12 576 for orders 1..4.

one sig Square { symbol: Int -> Int -> one Int }

pred latin[] {
  all row, s: Int | one row.(Square.symbol).s
  all column, s: Int | one (Square.symbol).s.column
}

three: run latin for 1..3 Int expect 12
four:  run latin for 1..4 Int expect 576
