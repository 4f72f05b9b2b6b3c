-- The directed acyclic graphs of the classes Dag of the packages' tests: 1 3 16 127 1363 with 1, 2, … nodes (OEIS A082161).

one sig Root { of: Dag }
sig Dag { left, right: lone Dag }

run {
  Dag = Root.of.*(left + right)
  no d: Dag | d in d.^(left + right)
} for 3 Dag expect 20
