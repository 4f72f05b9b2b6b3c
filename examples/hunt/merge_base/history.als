-- Histories of a repository, and what git says of two of their commits.

open util/boolean

sig Commit { parents: set Commit, date: Int }

pred history[a, b: Commit] {
  Commit = (a + b).*parents
  all c: Commit | c !in c.^parents and no c.parents & c.parents.^parents and #c.parents =< 2
  Commit.date = { i: Int | 0 =< i && i < #Commit.date }  -- which dates are equal, and which come first
}
fun bases[a, b: Commit]: set Commit { let common = a.*parents & b.*parents | common - common.^parents }

-- The best common ancestors. No clock goes wrong: no commit is older than its parents.
pred mergeBase_pre[a, b: Commit] {
  history[a, b]
  all c: Commit, p: c.parents | p.date =< c.date
}
pred mergeBase_post[a, b: Commit, result: set Commit] {
  result = bases[a, b]
  parents' = parents and date' = date
}
run mergeBase_pre for exactly 5 Commit, 0..4 Int expect 4762

-- One of them.
pred oneMergeBase_pre[a, b: Commit] { mergeBase_pre[a, b] }
pred oneMergeBase_post[a, b: Commit, result: lone Commit] {
  result in bases[a, b] and (some bases[a, b] => some result)
  parents' = parents and date' = date
}
run oneMergeBase_pre for exactly 5 Commit, 0..4 Int expect 4762

-- Whether a branch at `a` can be moved to `b` without a merge. Clocks may go wrong.
pred fastForward_pre[a, b: Commit] { history[a, b] }
pred fastForward_post[a, b: Commit, result: Bool] {
  isTrue[result] <=> a in b.*parents
  parents' = parents and date' = date
}
run fastForward_pre for exactly 3 Commit, 0..2 Int expect 138
