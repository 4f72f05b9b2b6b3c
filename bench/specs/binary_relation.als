-- Binary relations: directed graphs with loops. No constraint, so that all the work is symmetry.
--
-- Counts: OEIS A000595, 2 10 104 3044 291968 for 1..5 atoms.

sig Atom { related: set Atom }

three: run {} for exactly 3 Atom expect 104
four:  run {} for exactly 4 Atom expect 3044
five:  run {} for exactly 5 Atom expect 291968
