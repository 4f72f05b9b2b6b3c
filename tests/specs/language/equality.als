-- `=` compares sets; a number is the set of its atom.

sig A { v: Int }

-- Of two atoms with values from -2..1 there are 4 + 6 pairs. Where one value is 1, both are.
run literal { 1 = A.v } for exactly 2 A, 2 Int expect = 1
run literal_of_any { 1 = A.v } for 2 but 2 Int expect 2
run not_literal { 1 != A.v } for exactly 2 A, 2 Int expect 9
run nothing { 0 = none } for exactly 2 A, 2 Int expect 0
run by_let { (let x = 1 | x) = A.v } for exactly 2 A, 2 Int expect = 1

-- `#A + 1` is a set of two numbers, unless there is one atom.
run union { #A = #A + 1 } for 0 but exactly 1 A, 2 Int expect 4
run union_of_two { #A = #A + 1 } for 0 but exactly 2 A, 3 Int expect 0

-- `Int[e]` of a set of integers is that set; `int[e]` is its sum, which is no set of two.
run cast_of_set { Int[A.v] = A.v } for exactly 2 A, 2 Int expect 10
run sum_of_set { int[A.v] = A.v } for exactly 2 A, 2 Int expect 4
run postfix_sum { A.v.sum = A.v and A.v.int = A.v } for exactly 2 A, 2 Int expect 4

-- `zero[n]` is `n = 0`; `eq` and the others compare numbers: of the pairs of -2..1 the two 0 and -1
-- with 1 add up to it.
run zero_set { zero[A.v] } for exactly 2 A, 2 Int expect = 1
run zero_sum { eq[A.v, 0] and nonneg[A.v] } for exactly 2 A, 2 Int expect 2

-- Where the one branch is a number by itself, the set in the other one is added up.
run added_up { A.v = (no A => #A else A.v) } for exactly 2 A, 2 Int expect 4
run added_up_by_let { A.v = (let n = #A | no A => n else A.v) } for exactly 2 A, 2 Int expect 4
run still_a_set { A.v = (no A => plus[1, 0] else A.v) } for exactly 2 A, 2 Int expect 10
run still_a_set_by_literal { A.v = (no A => 1 else A.v) } for exactly 2 A, 2 Int expect 10

run minus_and_a_gap { - 1 = negate[1] and - /* so */ 1 in A.v } for exactly 1 A, 2 Int expect = 1
