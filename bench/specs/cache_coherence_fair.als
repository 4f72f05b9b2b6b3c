-- Cache coherence where each cache goes on: no line stays modified for ever.
module bench/specs/cache_coherence_fair

open specs/cache_coherence

pred fair[] { all c: Cache | always eventually (read[c] or write[c] or evict[c]) }

given_up: check {
  fair implies always all c: Cache | c.line = Modified implies eventually c.line != Modified
} for exactly 4 Cache, 6 steps
