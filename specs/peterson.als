-- Peterson's algorithm: mutual exclusion of two processes.
--
-- G. L. Peterson, Myths about the mutual exclusion problem (1981). A process raises its flag, gives
-- the turn to the other one, and waits until the other flag is down or the turn has come back.
--
--   korrel find specs/peterson.als moves --prefixes
--   korrel check specs/peterson.als
--
-- Counts, one of each class, by a program of its own (tests/protocols): beginnings of 1, 2, …
-- states, 1 3 9 27 75 195, without steps that change nothing 1 2 4 8 10 14; `expect N` counts
-- infinite traces, an extension of Korrel's.
-- Faults: a process that gives the turn away before it raises its flag breaks `exclusion` in 7
-- states; one that looks at the flag alone waits for ever, a lasso of 5.

sig Process { var at: Place }
enum Place { Idle, Raised, Waiting, Critical }
var sig Flag in Process {}
var one sig Turn in Process {}

fun other[p: Process]: Process { Process - p }

fact start { Process.at = Idle and no Flag }
fact moves { always (stutter or some p: Process | raise[p] or yield[p] or enter[p] or leave[p]) }

pred raise[p: Process] {
  p.at = Idle
  at' = at ++ p->Raised and Flag' = Flag + p and Turn' = Turn
}
pred yield[p: Process] {
  p.at = Raised
  at' = at ++ p->Waiting and Flag' = Flag and Turn' = other[p]
}
pred enter[p: Process] {
  mayEnter[p]
  at' = at ++ p->Critical and Flag' = Flag and Turn' = Turn
}
pred leave[p: Process] {
  p.at = Critical
  at' = at ++ p->Idle and Flag' = Flag - p and Turn' = Turn
}
pred stutter { at' = at and Flag' = Flag and Turn' = Turn }

pred mayEnter[p: Process] {
  p.at = Waiting
  other[p] not in Flag or p in Turn
}

-- Who can go on does so. Nobody has to raise a flag.
pred fair[] {
  all p: Process {
    always eventually (p.at != Raised or yield[p])
    always eventually (not mayEnter[p] or enter[p])
    always eventually (p.at != Critical or leave[p])
  }
}

runs:  run {} for exactly 2 Process, 4 steps expect 28
moves: run { always not stutter } for exactly 2 Process, 5 steps
exclusion: check { always lone at.Critical } for exactly 2 Process, 10 steps
gets_in: check {
  fair implies always all p: Process | p.at = Raised implies eventually p.at = Critical
} for exactly 2 Process, 8 steps
-- Who waits is passed by once at the most.
one_turn: check {
  always all p: Process | p.at = Waiting and enter[other[p]] implies
    after (p.at = Critical releases not enter[other[p]])
} for exactly 2 Process, 8 steps
