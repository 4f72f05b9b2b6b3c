-- Two-phase commit: all resource managers commit, or all abort.
--
-- J. Gray, L. Lamport, Consensus on transaction commit (2006), section 3, with the messages as
-- Lamport's TLA+ module TwoPhase has them: one that was sent stays, and is read at any time.
-- `outcome` is the coordinator's message.
--
--   korrel find specs/two_phase_commit.als moves --prefixes
--   korrel check specs/two_phase_commit.als
--
-- Counts, one of each class, by a program of its own (tests/protocols): beginnings of 1, 2, …
-- states, 1 4 16 66 267. That program reaches 288 states with 3 managers, as TLC does. `expect N`
-- counts infinite traces, an extension of Korrel's.
-- Known weakness: if the coordinator stops, who is prepared waits for ever, a lasso of 4 states
-- (`blocks`).
-- Fault: a coordinator that commits when it has heard of one manager breaks `consistent` in 6
-- states.

sig Manager { var phase: Phase }
enum Phase { Working, Prepared, Committed, Aborted }
enum Outcome { Commit, Abort }
var sig Ready in Manager {}
one sig Coordinator { var heard: set Manager, var outcome: lone Outcome }

fact start { Manager.phase in Working and no Ready and no heard and no outcome }
fact moves {
  always (stutter or decide or withdraw or some m: Manager | prepare[m] or refuse[m] or hear[m] or obey[m])
}

pred prepare[m: Manager] {
  m.phase = Working
  phase' = phase ++ m->Prepared and Ready' = Ready + m and heard' = heard and outcome' = outcome
}
pred refuse[m: Manager] {
  m.phase = Working
  phase' = phase ++ m->Aborted and Ready' = Ready and heard' = heard and outcome' = outcome
}
pred hear[m: Manager] {
  m in Ready - Coordinator.heard and no outcome
  phase' = phase and Ready' = Ready and heard' = heard + Coordinator->m and outcome' = outcome
}
pred decide[] {
  Coordinator.heard = Manager and no outcome
  phase' = phase and Ready' = Ready and heard' = heard and Coordinator.outcome' = Commit
}
pred withdraw[] {
  no outcome
  phase' = phase and Ready' = Ready and heard' = heard and Coordinator.outcome' = Abort
}
pred obey[m: Manager] {
  let p = (Coordinator.outcome = Commit implies Committed else Aborted) {
    some outcome and m.phase != p
    phase' = phase ++ m->p and Ready' = Ready and heard' = heard and outcome' = outcome
  }
}
pred stutter { phase' = phase and Ready' = Ready and heard' = heard and outcome' = outcome }

-- Managers go on where they can. The coordinator may stop for ever.
pred managersGoOn[] {
  all m: Manager {
    always eventually (m.phase != Working or prepare[m] or refuse[m])
    always eventually (no outcome or m.phase in Committed + Aborted or obey[m])
  }
}
pred coordinatorGoesOn[] { always eventually (some outcome or decide or withdraw) }

runs:  run {} for exactly 3 Manager, 4 steps expect 66
moves: run { always not stutter } for exactly 3 Manager, 4 steps
consistent: check { always not (Committed + Aborted in Manager.phase) } for exactly 3 Manager, 12 steps
ends: check {
  managersGoOn and coordinatorGoesOn implies eventually Manager.phase in Committed + Aborted
} for exactly 3 Manager, 8 steps
blocks: check {
  managersGoOn implies eventually Manager.phase in Committed + Aborted
} for exactly 3 Manager, 4 steps expect 1
blocks_3: run {
  managersGoOn and not eventually Manager.phase in Committed + Aborted
} for exactly 3 Manager, 3 steps expect 0
