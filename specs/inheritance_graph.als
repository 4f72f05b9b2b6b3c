-- Java's inheritance graphs: classes, interfaces and their direct supertypes.
--
-- UDITA, section 2 (Gligoric et al. 2009), where such graphs are inputs of compilers and of
-- refactorings: no cycles, an interface extends interfaces only, a class at most one class.
--
--   korrel find specs/inheritance_graph.als
--   korrel count specs/inheritance_graph.als four
--
-- Counts, one of each isomorphism class: 2 6 24 149 for 1..4 types, counted by brute force over all
-- labelled graphs. Alloy, which breaks symmetries in part, lists 2844 instances for the 149.
-- `expect N` counts instances, an extension of Korrel's.

abstract sig Type { supertypes: set Type }
sig Class, Interface extends Type {}

pred inheritance[] {
  all t: Type | t !in t.^supertypes
  Interface.supertypes in Interface
  all c: Class | lone c.supertypes & Class
}

run inheritance for exactly 3 Type expect 24
one_type: run inheritance for exactly 1 Type expect 2
two:      run inheritance for exactly 2 Type expect 6
four:     run inheritance for exactly 4 Type expect 149
up_to_4:  run inheritance for 4 Type expect 182 // 1 + 2 + 6 + 24 + 149
