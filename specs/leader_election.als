-- Leader election on a ring, by Chang and Roberts.
--
-- E. Chang, R. Roberts, An improved algorithm for decentralized extrema-finding in circular
-- configurations of processes (1979). Each process sends its id to the next one. An id that is
-- greater than the receiver goes on, a smaller one is dropped, and who gets its own id back is the
-- leader.
--
--   korrel find specs/leader_election.als moves --prefixes --scope "exactly 3 Process, exactly 7 steps"
--   korrel check specs/leader_election.als
--
-- Counts, one of each class, by a program of its own (tests/protocols): beginnings of 1, 2, …
-- states, 2 8 29 97 302 872.
-- At most n(n+1)/2 messages are sent (the paper): without steps that change nothing, beginnings of
-- 3 processes are 2 6 15 32 58 80 60, and there is none of 8 states. `expect N` counts infinite
-- traces, an extension of Korrel's.
-- Fault: if nothing is dropped, the least id is elected as well, and `leader` breaks in 4 states.

open util/ordering[Process]

sig Process { succ: Process, var pending: set Process }
var sig Elected in Process {}

fact ring { all p: Process | Process in p.^succ }
fact start { pending = Process <: iden and no Elected }
fact moves { always (stutter or some p, id: Process | pass[p, id]) }

-- The next one keeps what is greater than itself, and drops what is smaller. Who gets its own id back is elected.
pred pass[p, id: Process] {
  id in p.pending
  pending' = pending - p->id + p.succ->(id - p.succ.*prev)
  Elected' = Elected + (id & p.succ)
}
pred stutter { pending' = pending and Elected' = Elected }

pred fair[] { all p, id: Process | always eventually (id not in p.pending or pass[p, id]) }

runs:  run {} for exactly 3 Process, 4 steps expect 97
moves: run { always not stutter } for exactly 3 Process, 5 steps
leader:  check { always Elected in last } for exactly 3 Process, 9 steps
elected: check { fair implies eventually some Elected } for exactly 3 Process, 8 steps
