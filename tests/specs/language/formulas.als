-- Formulas. In the first part two sets over two rigid atoms are free, 16 choices; every sign and its
-- word must leave as many.

enum N { A, B }
one sig S { p, q: set N }

pred has_p { A in S.p }
pred has_q { A in S.q }
-- The other atom plays no part.
pred rest { no S.(p + q) & B }

run negation_sign { rest ! has_p } expect 2
run negation_word { rest not has_p } expect 2
run and_sign { rest has_p && has_q } expect = 1
run and_word { rest has_p and has_q } expect = 1
run or_sign { rest has_p || has_q } expect 3
run or_word { rest has_p or has_q } expect 3
run implies_sign { rest has_p => has_q and not has_p } expect 2
run implies_word { rest has_p implies has_q } expect 3
run iff_sign { rest has_p <=> has_q } expect 2
run iff_word { rest has_p iff has_q } expect 2
run conditional { rest has_p => has_q else not has_q } expect 2
run conditional_word { rest has_p implies has_q else has_q } expect 2
run block { rest { has_p has_q } } expect = 1
run let_of_a_formula { rest let x = has_p | x and not has_q } expect = 1

-- 3² pairs with p in q, 4 with p = q; `not` before an operator or the whole.
run subset { S.p in S.q } expect 9
run not_subset { S.p not in S.q } expect 7
run not_subset_sign { S.p !in S.q } expect 7
run equal { S.p = S.q } expect 4
run unequal { S.p != S.q } expect 12
run not_equal { S.p not = S.q } expect 12

-- Multiplicities behind `in`.
run in_arrow { S.p -> S.q in N lone -> lone N } expect 11 // 7 with an empty one, 4 of one each

-- `no some lone one` of an expression.
run no_ { no S.p  no S.q } expect = 1
run some_ { some S.p  no S.q } expect 3
run lone_ { lone S.p  no S.q } expect 3
run one_ { one S.p  no S.q } expect 2

-- `disj` of two and of three.
run disj_two { disj[S.p, S.q] } expect 9
run disj_three { disj[S.p, S.q, A] } expect 3

-- Quantifiers: whether each, some, none, one or at most one of the two is in p.
run all_q { (all x: N | x in S.p) no S.q } expect = 1
run some_q { (some x: N | x in S.p) no S.q } expect 3
run no_q { (no x: N | x in S.p) no S.q } expect = 1
run one_q { (one x: N | x in S.p) no S.q } expect 2
run lone_q { (lone x: N | x in S.p) no S.q } expect 3
-- A block instead of a bar.
run block_q { all x: N { x in S.p  x not in S.q } } expect = 1

-- Several variables and declarations: pairs. One pair at most: |p|·|q| ≤ 1.
run one_pair { one x: S.p, y: S.q | some x + y } expect 4
run lone_pair { lone x: S.p, y: S.q | some x + y } expect 11 // 7 with an empty one, 4 of one each
run several_names { (all x, y: S.p | x = y) no S.q } expect 3
-- A later range uses an earlier variable: p has both atoms, or none.
run later_range { (all x: S.p | all y: N - x | y in S.p) no S.q } expect 2
run later_range_in_one { (all x: S.p, y: N - x | y in S.p) no S.q } expect 2
-- `disj` variables: two different ones.
run disj_variables { (some disj x, y: S.p | some x + y) no S.q } expect = 1
run disj_all { (all disj x, y: N | x + y in S.p) no S.q } expect = 1
run one_disj { (one disj x, y: S.p | x = A and y = B) no S.q } expect = 1

-- Multiplicities of bound variables: `lone` adds the empty set, `some` and `set` all others.
run lone_variable { (some x: lone S.p | no x) no S.q } expect 4
run some_variable { (some x: some S.p | x = N) no S.q } expect = 1
run set_variable { (some x: set N | x = S.p and x = N - S.q) } expect 4

-- A formula can be empty of meaning or say nothing.
run true_ { } expect 16
run false_ { no none => some none } expect 0

-- Facts: named or not, by a string too; they hold in each command.
fact { some N }
fact named { A + B = N }
fact "a sentence" { #N = 2 }

-- Assertions hold only if asked: by name, in a block, and may be used as nothing else.
assert wrong { no S.p }
check wrong expect 12 // p is not empty: 3 · 4
check { some S.p or no S.p } expect 0
assert "with a string" { S.p = S.p }

-- A quantifier over relations that would be too much, behind what settles the whole.
run not_reached { some none and all x: S | all r: set S | some r & x } expect 0
