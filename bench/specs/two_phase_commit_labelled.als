-- Two-phase commit whose managers have an order, so that each is told from all others.
module bench/specs/two_phase_commit_labelled

open specs/two_phase_commit
open util/ordering[Manager]

run {} for exactly 3 Manager
