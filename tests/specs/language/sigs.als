-- Kinds of sigs. `for 0 but …` leaves the sigs of the other commands empty.

-- Sizes 0 to 3; all atoms of a size look alike.
sig Plain, Other {}
run sizes {} for 0 but 3 Plain expect 4
run one_size {} for 0 but exactly 3 Plain expect = 1
run each_name_is_a_sig { some Plain and some Other } for 0 but 3 Plain, 2 Other expect 6 // 3 · 2

-- Each atom of Base is in Left, in Right or in neither: multisets, 1 + 3 + 6.
-- If the children could overlap, one atom would have 4 kinds: 1 + 4 + 10.
sig Base {}
sig Left extends Base {}
sig Right extends Base {}
run children {} for 0 but 2 Base expect 10

-- Without the third kind: 1 + 2 + 3.
abstract sig Shape {}
sig Circle, Square extends Shape {}
run abstract_parent {} for 0 but 2 Shape expect 6

-- One atom: Round. Two: Round with Round, Curved or Straight. 1 + 3.
run grandchildren { some Round } for 0 but 2 Figure expect 4
abstract sig Figure {}
sig Curved, Straight extends Figure {}
sig Round extends Curved {}

-- Abstract without children is as if it were not.
abstract sig Childless {}
run childless {} for 0 but exactly 2 Childless expect = 1

-- Subset sigs overlap: one atom has 4 kinds, two have 10.
sig Node {}
sig Marked, Seen in Node {}
run subsets {} for 0 but exactly 1 Node expect 4
run two_subsets {} for 0 but exactly 2 Node expect 10

-- A subset of a union takes from both; of two parents, not only what they share. 2 atoms, rigid by
-- their sigs: 4 subsets.
sig Cat, Dog {}
sig Pet in Cat + Dog {}
run subset_of_a_union {} for 0 but exactly 1 Cat, exactly 1 Dog expect 4
-- An equality sig is the union itself and leaves no choice.
sig Animal = Cat + Dog {}
check equality { Animal = Cat + Dog } for 3 expect 0
run equality_leaves_no_choice { no Pet } for 0 but exactly 1 Cat, exactly 1 Dog expect = 1

-- A sig may be declared behind its use, and top-level sigs are disjoint.
check disjoint_at_the_top { #(Plain + Node) = plus[#Plain, #Node] } for 3 expect 0
-- `univ` holds all atoms in use, integers among them.
check all_atoms { Plain + Other + Base + Shape + Figure + Childless + Node + Cat + Dog = univ - Int }
  for 2 expect 0
