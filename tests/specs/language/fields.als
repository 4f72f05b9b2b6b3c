-- Fields. Two keys and three values, all rigid, so that counts are those of labelled relations;
-- each command has one atom of the sig whose field it looks at.

enum Key { K1, K2 }
enum Value { V1, V2, V3 }

-- Unary ranges over 3 values: 3, 3, 4, 7, 8.
sig Bare { f: Value }
sig One { f: one Value }
sig Lone { f: lone Value }
sig Some { f: some Value }
sig Set { f: set Value }
run bare {} for 0 but exactly 1 Bare expect 3
run one_ {} for 0 but exactly 1 One expect 3
run lone_ {} for 0 but exactly 1 Lone expect 4
run some_ {} for 0 but exactly 1 Some expect 7
run set_ {} for 0 but exactly 1 Set expect 8

-- On the right: that many values for each of 2 keys, squares of the numbers above.
sig AnyArrow { f: Key -> Value }
sig ToOne { f: Key -> one Value }
sig ToLone { f: Key -> lone Value }
sig ToSome { f: Key -> some Value }
sig ToSet { f: Key set -> set Value }
run any_arrow {} for 0 but exactly 1 AnyArrow expect 64
run to_one {} for 0 but exactly 1 ToOne expect 9
run to_lone {} for 0 but exactly 1 ToLone expect 16
run to_some {} for 0 but exactly 1 ToSome expect 49
run to_set {} for 0 but exactly 1 ToSet expect 64

-- On the left the same, read backwards.
sig OneTo { f: Value one -> Key }
sig LoneTo { f: Value lone -> Key }
sig SomeTo { f: Value some -> Key }
run one_to {} for 0 but exactly 1 OneTo expect 9
run lone_to {} for 0 but exactly 1 LoneTo expect 16
run some_to {} for 0 but exactly 1 SomeTo expect 49

-- On both sides. Partial injections 1 + 6 + 6; injections 6; surjections 6; relations that miss
-- no key and no value, 49 - 3·9 + 3·1; more values than keys are no bijection.
sig LoneLone { f: Key lone -> lone Value }
sig Injection { f: Key lone -> one Value }
sig Surjection { f: Value some -> one Key }
sig SomeSome { f: Key some -> some Value }
sig Bijection { f: Key one -> one Value }
run lone_lone {} for 0 but exactly 1 LoneLone expect 13
run injection {} for 0 but exactly 1 Injection expect 6
run surjection {} for 0 but exactly 1 Surjection expect 6
run some_some {} for 0 but exactly 1 SomeSome expect 25
run bijection {} for 0 but exactly 1 Bijection expect 0

-- Three columns. For each key a permutation of 3 values, 6²; for each pair of keys a value, 3⁴,
-- and for each key a partial function from keys to values, 16².
sig Permutations { f: Key -> (Value one -> one Value) }
sig PairsToOne { f: Key -> Key -> one Value }
sig Nested { f: Key -> (Key -> lone Value) }
-- The brackets stand on the left: each value has a function between the keys, 4³.
sig NestedLeft { f: (Key -> one Key) -> Value }
run permutations {} for 0 but exactly 1 Permutations expect 36
run pairs_to_one {} for 0 but exactly 1 PairsToOne expect 81
run nested {} for 0 but exactly 1 Nested expect 256
run nested_left {} for 0 but exactly 1 NestedLeft expect 64

-- A range may use an earlier field, and `this`: a chosen value among 7 sets, 3·1 + 3·2 + 1·3.
sig Chosen { all_: some Value, best: one all_ }
run earlier_field {} for 0 but exactly 1 Chosen expect 12
-- For two, no loops: 2² relations, of which two are alike.
sig Person { knows: set Person - this }
run range_with_this { no Tagged } for 0 but exactly 2 Person expect 3
-- A range that is an expression: 2 values.
sig Difference { f: Value - V2 }
run difference {} for 0 but exactly 1 Difference expect 2

-- `disj` before the names: within an atom the fields do not meet. Each value is in one or neither.
sig Apart { disj f, g: set Value }
run disjoint_fields {} for 0 but exactly 1 Apart expect 27
-- Two atoms may agree: multisets of two of 27.
run disjoint_fields_of_two {} for 0 but exactly 2 Apart expect 378
-- `disj` behind the colon: two atoms do not meet. One atom: 8. Two: each value is in one's, in the
-- other's or in neither: 27 ordered, 1 of them symmetric: 14.
sig Own { f: disj set Value }
run own_value {} for 0 but exactly 1 Own expect 8
run own_values {} for 0 but exactly 2 Own expect 14

-- A definition leaves no choice.
sig Defined { f: set Value, g = Value - f }
run definition {} for 0 but exactly 1 Defined expect 8
check definition_holds { all d: Defined | d.g = Value - d.f } for 3 expect 0

-- Fields are relations from the sig; of a child's, only from the child.
abstract sig Parent { f: one Key }
sig Child extends Parent { own: one Key }
sig Stepchild extends Parent {}
run inherited {} for 0 but exactly 1 Child expect 4
run not_inherited {} for 0 but exactly 1 Stepchild expect 2
check domain { own.Key = Child } for 2 expect 0

-- One name for several fields; the type of what stands before it tells which.
run overloaded { One.f = V1 and Bijection.f = none -> none and Lone.f in V2 }
  for 0 but exactly 1 One, exactly 1 Lone expect 2
run restricted { One <: f = One -> V1 } for 0 but exactly 1 One expect = 1

-- Over integers, and `private`.
sig Counter { private count: one Int }
run integers {} for 0 but exactly 1 Counter, 3 Int expect 8

-- Of a subset sig: it has the field where it has the atom.
sig Tagged in Person { tag: Key }
run field_of_a_subset { no knows } for 0 but exactly 1 Person expect 3
-- Commas at either end and in a row.
sig Commas { , f: one Key,, g: one Key , }
run commas {} for 0 but exactly 1 Commas expect 4
