-- Dijkstra's self-stabilising token ring: from any state, one machine has the privilege in the end.
--
-- E. W. Dijkstra, Self-stabilizing systems in spite of distributed control (1974), the solution
-- with K states. A machine that differs from its left neighbour copies it; the bottom machine, if
-- it does not differ, counts on.
--
--   korrel show specs/token_ring.als too_few -n 1
--   korrel check specs/token_ring.als
--
-- Counts, one of each class, by a program of its own (tests/protocols): beginnings of 1, 2, …
-- states, of 4 machines with 3 values, 27 63 108 153 195; `expect N` counts infinite traces, an
-- extension of Korrel's.
-- N + 1 machines need N values (Fokkink, Hoepman, Pang, A note on K-state self-stabilization in a
-- ring with K = N, 2005). With one value less the ring of 4 goes round without end, a lasso of 8
-- states (`too_few`).

sig Machine { left: Machine, var holds: Value }
one sig Bottom extends Machine {}
sig Value { up: Value }

fact rings {
  all m: Machine | Machine in m.^left
  all v: Value | Value in v.^up
}
fact moves { always some m: Machine | move[m] }

fun privileged: set Machine {
  { m: Machine | m = Bottom iff m.holds = m.left.holds }
}
pred move[m: Machine] {
  m in privileged
  holds' = holds ++ m->(m = Bottom implies m.holds.up else m.left.holds)
}

runs: run {} for exactly 3 Machine, exactly 2 Value, 6 steps expect 3
closed: check { always (one privileged implies after one privileged) } for exactly 4 Machine, exactly 3 Value, 12 steps
converges: check { eventually one privileged } for exactly 4 Machine, exactly 3 Value, 12 steps
too_few:   check { eventually one privileged } for exactly 4 Machine, exactly 2 Value, 8 steps expect 1
too_few_7: check { eventually one privileged } for exactly 4 Machine, exactly 2 Value, 7 steps
