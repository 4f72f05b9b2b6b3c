-- Multiplicities of sigs: they hold in every command of this file.

-- One boss, at most one deputy, at least one clerk; the rest is plain. Three workers: boss, clerk
-- and one of three kinds. Four: two more, {clerk, plain} with repetition 3, one of them deputy 2.
sig Worker {}
one sig Boss extends Worker {}
lone sig Deputy extends Worker {}
some sig Clerk extends Worker {}
run two { Seen = Boss } for exactly 2 Worker, 0 Node expect = 1
run three { Seen = Boss } for exactly 3 Worker, 0 Node expect 3
run four { Seen = Boss } for exactly 4 Worker, 0 Node expect 5
run one_is_too_few { Seen = Boss } for exactly 1 Worker, 0 Node expect 0

-- The same of subset sigs, which may overlap. Only Start in one node that exists.
sig Node {}
lone sig Stop in Node {}
some sig Seen in Node + Worker {}
-- No node: Seen is among the two workers, 3 ways. A node: it may be Stop, and Seen is one of 7.
run subsets {} for exactly 2 Worker, 0 Node expect 3
run subsets_and_a_node {} for exactly 2 Worker, exactly 1 Node expect 14
