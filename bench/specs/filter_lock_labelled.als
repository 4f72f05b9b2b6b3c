-- The filter lock whose processes have an order, so that each is told from all others.
module bench/specs/filter_lock_labelled

open bench/specs/filter_lock
open util/ordering[Process]

run {} for exactly 3 Process, exactly 2 Level
