-- Commands: names, labels, targets, scopes, `expect`.

sig A {}
sig B { f: lone A }
abstract sig P {}
sig P1, P2 extends P {}
one sig O {}

pred has_b { some B }
pred takes [a: A] { some a }
assert no_b { no B }

-- Default: 3 of each top-level sig. Of `A` and `P`: 4 · (1 + 2 + 3 + 4) at no B.
run { no B }
-- Alloy's `expect 1`: there is one; `expect = 1`: there is exactly one.
run { no B } expect 1
run default_scope { no B } expect 40
run { no B } for 1 expect 6
label: run { no B } for 1 expect 6
by_name: run has_b for 0 but 1 B expect = 1
run has_b for 0 but 2 B expect 2
run takes for 0 but 2 A expect 2 // one of one, one of two
run any_name { no B } for 1 expect 6
check no_b for 0 expect 0
check no_b for 0 but 2 B expect 2
counterexamples: check { no B } for 0 but 1 B expect = 1
check named { no B } for 0 but exactly 1 B, exactly 1 A expect 2

-- A scope without a default: all else follows (O) or is stated.
run all_stated { } for 2 A, 0 B, 0 P expect 3
run exactly_and_not { } for exactly 2 A, 0 B, 1 P expect 3
run but_overrides { } for 2 but 0 B, exactly 1 A, 0 P expect = 1
run trailing_scopes { } for 0 but 1 A, exactly 1 B expect 3 // no A; one, which f takes or not
-- Of an abstract parent and its children: the children's sum, if it is not stated.
run children_only { } for exactly 2 P1, 1 P2, 0 A, 0 B expect 2
run parent_and_child { } for exactly 2 P, exactly 1 P1, 0 A, 0 B expect = 1
-- The same sig's children have the parent's scope.
run parent_only { } for exactly 2 P, 0 A, 0 B expect 3
-- Bit width, sequences, strings: as many integers as 2 to the width.
run integers { one i: Int | i = -2 and no Int - (-2 + -1 + 0 + 1) } for 0 but 2 Int expect = 1
run width_and_length { seq/Int = 0 + 1 } for 0 but 3 Int, 2 seq expect = 1
run expect_none { some A and no A } expect 0
run zero { } for 0 expect = 1
