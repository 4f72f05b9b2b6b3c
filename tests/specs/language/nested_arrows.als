-- Multiplicities of an arrow whose side is an arrow with multiplicities: they speak of the tuples
-- that are within that side each by itself.

sig A { f: (A one -> some A) one -> some B, h: B one -> some (A some -> A) }
sig B {}
sig C { m: (C lone -> lone C) -> one C }
sig E { g: set E -> lone E, k: set (set E) }

-- One tuple is `A some -> A` only of one atom: of two, f and h are empty or whatever they hold elsewhere.
run none_counts {} for 0 but exactly 2 A, 0 B expect = 1
run one_counts { no h } for 0 but exactly 1 A, exactly 1 B expect 0
run one_each {} for 0 but exactly 1 A, exactly 1 B expect = 1

-- `lone` refuses no single pair: each of four has one C. Those that have the same one are a bijection:
-- two ways for each of the two owners, which may have them the same way or not.
run all_count {} for 0 but exactly 2 C expect 3

-- `set` says nothing before an arrow or behind another multiplicity: 2 of g, 2 of k.
run set_says_nothing {} for 0 but exactly 1 E expect 4
run set_in_an_expression { E.k = E and E.g = E set -> set E } for 0 but exactly 1 E expect = 1
