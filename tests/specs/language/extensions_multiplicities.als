-- A multiplicity behind `in`, which Alloy has before a set only in declarations. Four sets are free.

enum N { A, B }
one sig S { p: set N }

run in_one { S.p in one N } expect 2
run in_lone { S.p in lone N } expect 3
run in_some { S.p in some N } expect 3
run in_set { S.p in set N } expect 4
