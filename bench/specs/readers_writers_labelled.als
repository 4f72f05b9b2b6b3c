-- Readers and writers, whose clients have an order, so that each is told from all others.
module bench/specs/readers_writers_labelled

open specs/readers_writers
open util/ordering[Client]

run {} for exactly 3 Client
