-- Cache coherence, MESI: one line of memory in several caches, which all see the newest value.
--
-- M. S. Papamarcos, J. H. Patel, A low-overhead coherence solution for multiprocessors with private
-- cache memories (1984). The bus does one thing at a time. Only whether a value is the newest one
-- is told, not the value.
--
--   korrel find specs/cache_coherence.als moves --prefixes
--   korrel check specs/cache_coherence.als
--
-- Counts, one of each class, by a program of its own (tests/protocols): beginnings of 1, 2, …
-- states, 1 3 12 61 356; `expect N` counts infinite traces, an extension of Korrel's.
-- Faults, each found in 3 states: a write that leaves the other copies as they are; a modified line
-- that is given up and not written back.

abstract sig Store {}
one sig Memory extends Store {}
sig Cache extends Store { var line: Line }
enum Line { Modified, Exclusive, Shared, Invalid }
var sig Fresh in Store {}

fact start { Cache.line in Invalid and Fresh = Memory }
fact moves { always (stutter or some c: Cache | read[c] or write[c] or evict[c]) }

fun valid: set Cache { Cache - line.Invalid }
fun owner: Store { some line.Modified implies line.Modified else Memory }

pred read[c: Cache] {
  c not in valid
  some valid implies line' = line ++ (valid + c)->Shared else line' = line ++ c->Exclusive
  Fresh' = Fresh - c - Memory + (owner in Fresh implies c + Memory else none)
}
pred write[c: Cache] {
  line' = (Cache - c)->Invalid + c->Modified
  Fresh' = c
}
pred evict[c: Cache] {
  c in valid
  line' = line ++ c->Invalid
  c.line = Modified implies Fresh' = Fresh - c - Memory + (c in Fresh implies Memory else none) else Fresh' = Fresh - c
}
pred stutter { line' = line and Fresh' = Fresh }

runs:  run {} for exactly 3 Cache, 4 steps expect 182
moves: run { always not stutter } for exactly 3 Cache, 4 steps
single_writer: check {
  always all c: Cache | c.line in Modified + Exclusive implies valid = c
} for exactly 3 Cache, 8 steps
newest: check { always (valid in Fresh and owner in Fresh) } for exactly 3 Cache, 8 steps
