-- Integers. Nothing overflows in an instance, so that both overflow modes agree; that it could, by
-- the declarations alone, is what the warnings say.

one sig S { i: one Int, j: set Int }

pred alone { no S.j }

-- The default is 4 bits, -8 to 7.
run default_width { alone } expect 16
run three_bits { alone } for 3 Int expect 8
run one_bit { alone } for 1 Int expect 2
run set_of_integers { S.i = 0 } for 2 Int expect 16

run literals {
  alone S.i = 0
  0x1F = 31
  0b101 = 5
  1_0 = 10 and -0x1 = -1
  minus[0, 1] = -1
} for 6 Int expect = 1

run arithmetic {
  alone S.i = 0
  plus[2, 3] = 5 and 2.plus[3] = 5
  minus[2, 3] = -1 and 2.minus[3] = -1
  mul[2, 3] = 6 and 2.mul[3] = 6
  div[7, 2] = 3 and 7.div[2] = 3
  rem[7, 2] = 1 and 7.rem[2] = 1
  -- Towards zero; the remainder has the sign of the dividend.
  div[-7, 2] = -3
  rem[-7, 2] = -1
  rem[7, -2] = 1
  negate[3] = -3
  2 fun/add 3 = 5
  2 fun/sub 3 = -1
  2 fun/mul 3 = 6
  7 fun/div 2 = 3
  7 fun/rem 2 = 1
} expect = 1

-- `+` and `-` are union and difference of sets of integers; a comparison takes their sums.
run signs_are_sets {
  alone S.i = 0
  1 + 2 = 2 + 1
  1 + 1 = 1
  1 + 2 != 3
  int[1 + 2] = 3
  #(1 + 2) = 2
  (1 + 2) - 1 = 2
  1 + 2 > 2
  not 1 + 1 > 1
} expect = 1

run comparisons {
  alone S.i = 0
  1 < 2 and 1 =< 1 and 1 <= 1 and 2 > 1 and 2 >= 2
  not 1 < 1 and not 2 =< 1
  1 !< 1 and 2 !=< 1 and 1 !> 1 and 1 !>= 2 and 2 !<= 1
  1 not < 1 and 1 not > 1
  -- An empty set counts as 0.
  S.j >= 0 and S.j < 1
} expect = 1

-- 1, 2 and 3 of -4 … 3 are greater than 0; {3}, {0, 3}, {1, 2} and {0, 1, 2} have the sum 3.
run ranges { alone S.i > 0 } for 3 Int expect 3
run sum_of_a_set { S.i = 0  S.j in 0 + 1 + 2 + 3  int[S.j] = 3 } expect 4
run sum_word { S.i = 0  S.j in 0 + 1 + 2 + 3  (sum S.j) = 3 } expect 4
run int_prefix { S.i = 0  S.j in 0 + 1 + 2 + 3  int S.j = 3 } expect 4

run conversions {
  S.j = Int[3] and S.i = 0
  int[S.j] = 3
  Int[1] + Int[2] = 1 + 2
  Int[plus[1, 1]] in Int
} expect = 1

run sum_over_variables {
  alone S.i = 0
  (sum x: 1 + 2 + 3 | x) = 6
  (sum x: 1 + 2, y: 1 + 2 | mul[x, y]) = 9
  (sum disj x, y: 1 + 2 | mul[x, y]) = 4
  (sum x: none | x) = 0
  (sum x: 1 + 2 { x }) = 3
} for 5 Int expect = 1

-- `>>` keeps the sign, `>>>` does not: at 4 bits -8 is 1000, so 0100 is 4.
run shifts {
  alone S.i = 0
  1 << 2 = 4
  4 >> 1 = 2 and -8 >> 1 = -4
  4 >>> 1 = 2 and -8 >>> 1 = 4
  3 << 0 = 3
} expect = 1

run limits {
  alone S.i = 0
  fun/min = -4 and fun/max = 3
  min = -4 and max = 3
  1.fun/next = 2 and no 3.fun/next
  1.next = 2 and 1.prev = 0 and no -4.prev
  1.nexts = 2 + 3 and -2.prevs = -3 + -4
} for 3 Int expect = 1

run min_and_max_of_sets {
  alone S.i = 0
  max[1 + 3 + 2] = 3
  min[1 + 3 + 2] = 1
  smaller[1, 2] = 1 and larger[1, 2] = 2
  lt[1, 2] and lte[1, 1] and gt[2, 1] and gte[1, 1] and eq[1, 1]
  pos[1] and neg[-1] and zero[0] and nonpos[0] and nonneg[0] and signum[-3] = -1
} expect = 1

-- C(4, 2).
run cardinality { S.i = 0  S.j in 0 + 1 + 2 + 3  #S.j = 2 } expect 6

-- Variables of integer type are atoms of Int.
run quantified { alone all x: Int | x > 1 implies x = S.i } for 3 Int expect 0 // 2 and 3
run quantified_some { alone some x: Int | x > 2 and x = S.i } for 3 Int expect = 1
run equal_as_sets { S.j = S.i } for 3 Int expect 8
-- Against a literal a set is compared as a set.
run literal_is_a_set { S.i = 0 and S.j in 1 + 2 } expect 4
