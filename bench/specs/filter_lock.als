-- The filter lock: Peterson's lock for n processes and n - 1 levels.
--
-- G. L. Peterson, Myths about the mutual exclusion problem (1981). A process goes up level by level. At each it writes that it
-- came last, and waits until somebody else did or nobody is at its level or above.
module bench/specs/filter_lock

open util/ordering[Level] as levels

sig Process { var level: lone Level }
sig Level { var latest: lone Process }
var sig Waiting in Process {}

fact start { no latest and no level and no Waiting }
fact moves { always some p: Process | moves[p] }

pred moves[p: Process] { raise[p] or mark[p] or leave[p] }
pred raise[p: Process] {
  free[p] and some above[p]
  level' = level ++ p->above[p] and Waiting' = Waiting - p and latest' = latest
}
pred mark[p: Process] {
  some p.level and p not in Waiting
  latest' = latest ++ p.level->p and Waiting' = Waiting + p and level' = level
}
pred leave[p: Process] {
  inside[p]
  level' = level - p->Level and Waiting' = Waiting - p and latest' = latest
}

fun above[p: Process]: lone Level { no p.level implies levels/first else p.level.(levels/next) }
pred free[p: Process] {
  no p.level or (p in Waiting and (p.level.latest != p or no (Process - p).level & p.level.*(levels/next)))
}
pred inside[p: Process] { p.level = levels/last and free[p] }
-- Who can go on from some time on does so.
pred fair[] { all p: Process | always eventually (moves[p] or not (free[p] or p not in Waiting)) }

run {} for exactly 3 Process, exactly 2 Level
exclusion: check { always lone p: Process | inside[p] } for exactly 3 Process, exactly 2 Level, 12 steps
gets_in: check {
  fair implies always all p: Process | p.level = levels/first implies eventually inside[p]
} for exactly 3 Process, exactly 2 Level, 8 steps
