-- Quantifiers over sets that have no translation, where the rest has no instance: the answer is none, whatever
-- stands first. Without these conjuncts there are instances, so each command would have some otherwise.

sig A { r: set A }
pred each_is_closed { all s: set A | s.r in s }
pred empty_arrow { no r some r }

run in_front { empty_arrow each_is_closed } for 2 expect = 0
run behind { each_is_closed empty_arrow } for 2 expect = 0
run by_search { each_is_closed some r all x: A | some x.r all x: A | x not in x.^r } for 3 expect = 0
run in_a_scope { each_is_closed #A > 2 } for 2 expect = 0
run on_a_side { (each_is_closed iff some A) no A some A } for 2 expect = 0
run in_a_branch { some A => each_is_closed else some r no A } for 0 expect = 0
run of_a_condition { { x: A | each_is_closed } = A some x: A | x not in A } for 2 expect = 0
check denied { (some s: set A | s.r in s) or some r or no r } for 2 expect 0
