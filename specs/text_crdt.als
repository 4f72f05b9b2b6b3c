-- A text of several replicas that converge: a replicated list.
--
-- H. G. Roh, M. Jeon, J. S. Kim, J. Lee, Replicated abstract data types: building blocks for
-- collaborative applications (2011), RGA. Each operation is made at one replica and goes to others
-- by `sync`. Characters that were inserted at one place stand there the youngest first. The order
-- in which they were made is that of the trace, which `once` reads; a clock tells it in a program.
--
--   korrel find specs/text_crdt.als calls --prefixes
--   korrel count specs/text_crdt.als calls --prefixes --scope "exactly 3 Replica, 5 Operation, exactly 6 steps"
--
-- Counts, one of each class: sequences of 1, 2, … calls of 3 replicas, 1 5 37 375 4681 68739, by a
-- program of its own (tests/protocols) that keeps lists of characters. `expect N` counts infinite
-- traces, an extension of Korrel's.
-- Fault: a replica that orders characters as they come to it breaks `converge` in 5 states.

sig Replica { var known: set Operation, var heard: lone Replica }
abstract sig Operation {}
sig Insert extends Operation { left: lone Insert }
sig Delete extends Operation { target: Insert }

fact start { no known and no heard }
fact moves { always (stutter or some r: Replica | edit[r] or some s: Replica | sync[r, s]) }
fact each_is_made { all o: Operation | eventually o in Replica.known }

fun characters[r: Replica]: set Insert { r.known & Insert }
fun visible[r: Replica]: set Insert { characters[r] - r.known.target }

-- A character is inserted right of a visible one or at the beginning; a visible one is deleted.
pred edit[r: Replica] {
  some o: Operation - Replica.known {
    o.(left + target) in visible[r]
    known' = known + r->o
  }
  no heard'
}
pred sync[r, s: Replica] {
  s.known not in r.known
  known' = known + r->s.known
  heard' = r->s
}
pred stutter { known' = known and heard' = heard }

-- The first of the pair was made later.
fun younger[r: Replica]: Insert -> Insert {
  { a, b: characters[r] | once (b in Replica.known and a not in Replica.known) }
}
-- The document of a replica: what hangs on a character stands behind it, the youngest first.
fun document[r: Replica]: Insert -> Insert {
  let below = ~left, beside = { a, b: characters[r] | a.left = b.left } |
    (^below + *left.(younger[r] & beside).*below) & characters[r]->characters[r]
}

runs: run {} for exactly 3 Replica, 3 Operation, 4 steps expect 56
-- One call after the other; the last state of a beginning may be any.
calls: run { always not stutter } for exactly 3 Replica, 3 Operation, 4 steps
-- Two replicas show what both have in one order, and a replica does not change it.
converge: check {
  always all disj r, s: Replica | no document[r] & ~(document[s])
} for exactly 2 Replica, 4 Operation, 6 steps
stays: check {
  always all r: Replica, disj a, b: characters[r] | a->b in document[r] implies after a->b in document[r]
} for exactly 2 Replica, 4 Operation, 5 steps
total: check {
  always all r: Replica, disj a, b: characters[r] | one (a->b + b->a) & document[r]
} for exactly 2 Replica, 4 Operation, 5 steps
-- Of what is visible, a new character stands behind its left neighbour at once.
where_typed: check {
  always all r: Replica, i: Insert | edit[r] and i not in Replica.known and i in r.known' implies
    after (document[r].i & visible[r] = (i.left + document[r].(i.left)) & visible[r])
} for exactly 2 Replica, 4 Operation, 5 steps
