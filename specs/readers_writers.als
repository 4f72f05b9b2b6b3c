-- Readers and writers: readers share, a writer is alone, and readers do not keep writers out.
--
-- P. J. Courtois, F. Heymans, D. L. Parnas, Concurrent control with "readers" and "writers" (1971),
-- the second problem: while a writer waits, no reader begins.
--
--   korrel find specs/readers_writers.als moves --prefixes
--   korrel check specs/readers_writers.als
--
-- Counts, one of each class, by a program of its own (tests/protocols): beginnings of 1, 2, …
-- states, 1 3 10 37 144 570; `expect N` counts infinite traces, an extension of Korrel's.
-- Faults: if readers begin while a writer waits, the paper's first problem, readers keep him out
-- for ever, a lasso of 3 states; if they do not look for a writer, `exclusion` breaks in 4.

sig Client {}
var sig Reading, Waiting, Writing in Client {}

fact start { no Reading + Waiting + Writing }
fact moves {
  always (stutter or some c: Client | startRead[c] or endRead[c] or ask[c] or startWrite[c] or endWrite[c])
}

pred startRead[c: Client] {
  c not in Reading + Waiting + Writing
  no Writing
  no Waiting
  Reading' = Reading + c and Waiting' = Waiting and Writing' = Writing
}
pred endRead[c: Client] {
  c in Reading
  Reading' = Reading - c and Waiting' = Waiting and Writing' = Writing
}
pred ask[c: Client] {
  c not in Reading + Waiting + Writing
  Reading' = Reading and Waiting' = Waiting + c and Writing' = Writing
}
pred startWrite[c: Client] {
  c in Waiting
  no Reading + Writing
  Reading' = Reading and Waiting' = Waiting - c and Writing' = Writing + c
}
pred endWrite[c: Client] {
  c in Writing
  Reading' = Reading and Waiting' = Waiting and Writing' = Writing - c
}
pred stutter { Reading' = Reading and Waiting' = Waiting and Writing' = Writing }

-- Who reads or writes comes to an end, and a writer who can begin does.
pred fair[] {
  all c: Client {
    always eventually (c not in Reading or endRead[c])
    always eventually (c not in Writing or endWrite[c])
  }
  always eventually (no Waiting or some Reading + Writing or some c: Client | startWrite[c])
}

runs:  run {} for exactly 3 Client, 4 steps expect 72
moves: run { always not stutter } for exactly 3 Client, 5 steps
exclusion: check { always (lone Writing and (some Writing implies no Reading)) } for exactly 3 Client, 10 steps
writers_get_in: check {
  fair implies always (some Waiting implies eventually some Writing)
} for exactly 3 Client, 8 steps
