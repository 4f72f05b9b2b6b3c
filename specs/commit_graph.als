-- Commit graphs: the history of a repository, as git has it.
--
-- A commit has no parent, one, or two of which the second was merged into the first; what was
-- merged must have been new. HEAD is a branch, or a commit while it is detached. Commits that
-- neither HEAD nor a branch leads to have been collected as garbage.
--
--   korrel find specs/commit_graph.als
--   korrel find specs/commit_graph.als merges_3
--
-- Counts, one of each isomorphism class, by brute force: every choice of parents, tips and HEAD
-- tested by a program of its own, modulo renaming of commits and branches. `expect N` counts
-- instances, an extension of Korrel's.

one sig Repository { head: Branch + Commit }
sig Branch { tip: Commit }
sig Commit { parent, merged: lone Commit }

fun parents: Commit -> Commit { parent + merged }

pred repOk[] {
  Commit = (Branch.tip + Repository.head).*parents & Commit
  all c: Commit {
    c !in c.^parents
    some c.merged implies some c.parent
    no c.merged & c.parent.*parents
  }
}

-- HEAD has a merge in its history.
pred merges[] {
  repOk
  some (Repository.head + Repository.head.tip).*parents.merged
}

run repOk for exactly 1 Branch, exactly 3 Commit expect 21
two_commits:  run repOk for exactly 1 Branch, exactly 2 Commit expect 5
no_branch:    run repOk for 0 Branch, exactly 3 Commit expect 3
two_branches: run repOk for exactly 2 Branch, exactly 3 Commit expect 66
four_commits: run repOk for exactly 1 Branch, exactly 4 Commit expect 117
merges_3:     run merges for exactly 1 Branch, exactly 3 Commit expect 8
merges_4:     run merges for exactly 1 Branch, exactly 4 Commit expect 70
check has_root {
  repOk implies some c: Commit | no c.parents
} for 2 Branch, 4 Commit
