-- Dining philosophers: a ring of philosophers with a fork between each two, of which each needs
-- both beside him.
--
-- E. W. Dijkstra, Hierarchical ordering of sequential processes (1971). Each takes the left fork
-- first, and one of them, who is contrary, the right one.
--
--   korrel find specs/dining_philosophers.als moves --prefixes
--   korrel show specs/dining_philosophers.als starves -n 1
--
-- Counts by a program of its own (tests/protocols): beginnings of 1, 2, … states, 1 4 14 43 121
-- 338; `expect N` counts infinite traces, an extension of Korrel's.
-- Known weakness: if a fork is free again and again but not for long, a philosopher may miss it for
-- ever, a lasso of 3 states (`starves`). Fault: if nobody is contrary, all hold their left fork,
-- and `no_deadlock` breaks in n + 1 states.

sig Philosopher { next: Philosopher, left: disj Fork, var holds: set Fork }
one sig Contrary extends Philosopher {}
sig Fork {}

fact table {
  all p: Philosopher | Philosopher in p.^next
  Fork in Philosopher.left
}
fact start { no holds }
fact moves { always (stutter or some p: Philosopher | takeFirst[p] or takeSecond[p] or putDown[p]) }

fun right: Philosopher -> Fork { next.left }
fun first[p: Philosopher]: Fork { p = Contrary implies p.right else p.left }
fun second[p: Philosopher]: Fork { p.(left + right) - first[p] }
fun free: set Fork { Fork - Philosopher.holds }

pred takeFirst[p: Philosopher] {
  no p.holds and first[p] in free
  holds' = holds + p->first[p]
}
pred takeSecond[p: Philosopher] {
  p.holds = first[p] and second[p] in free
  holds' = holds + p->second[p]
}
pred putDown[p: Philosopher] {
  p in eating
  holds' = holds - p->Fork
}
pred stutter { holds' = holds }

fun eating: set Philosopher { { p: Philosopher | p.(left + right) in p.holds } }
pred canMove[p: Philosopher] {
  p in eating or
    (no p.holds implies first[p] in free else second[p] in free)
}
pred moves[p: Philosopher] { takeFirst[p] or takeSecond[p] or putDown[p] }
-- Who can move from some time on moves; who can move again and again moves.
pred fair[] { all p: Philosopher | always eventually (not canMove[p] or moves[p]) }
pred patient[] { all p: Philosopher | (always eventually canMove[p]) implies always eventually moves[p] }

runs:  run {} for exactly 3 Philosopher, exactly 3 Fork, 4 steps expect 64
moves: run { always not stutter } for exactly 3 Philosopher, exactly 3 Fork, 5 steps
no_deadlock:   check { always some p: Philosopher | canMove[p] } for exactly 3 Philosopher, exactly 3 Fork, 10 steps
somebody_eats: check { fair implies always eventually some eating } for exactly 3 Philosopher, exactly 3 Fork, 7 steps
each_eats: check {
  patient implies all p: Philosopher | eventually p in eating
} for exactly 3 Philosopher, exactly 3 Fork, 9 steps
starves: check {
  fair implies all p: Philosopher | eventually p in eating
} for exactly 3 Philosopher, exactly 3 Fork, 3 steps expect 1
starves_2: run {
  fair and not all p: Philosopher | eventually p in eating
} for exactly 3 Philosopher, exactly 3 Fork, 2 steps expect 0
