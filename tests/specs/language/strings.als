-- Strings: the literals of the spec are atoms, and they are different.

sig S { name: lone String }

-- Two literals and none: 3. What stands in the commands counts as well.
run literals {} for 0 but exactly 1 S, exactly 2 String expect 3
run two { all s: S | s.name = "a" or s.name = "b c" } for 0 but exactly 1 S expect 2
run equal_ones { all s: S | s.name = "a" and "a" = "a" and "a" != "b c" }
  for 0 but exactly 1 S expect = 1
run all_strings { "a" + "b c" = String } for 0 expect = 1
