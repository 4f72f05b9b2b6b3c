-- Expressions with types: the syntax trees of a language of booleans and numbers.
--
-- The arithmetic expressions of Pierce, Types and Programming Languages, chapter 8. A term has a
-- type if a rule gives it one; a term without a type is an input that a type checker must refuse.
--
--   korrel find specs/expression.als
--   korrel find specs/expression.als ill_typed_3
--
-- Counts for n terms, by a recurrence on sizes: of numbers N(1) = 1, of booleans B(1) = 2,
--   N(n) = 2 N(n-1) + sum over i+j+k = n-1 of B(i) N(j) N(k)
--   B(n) = N(n-1)   + sum over i+j+k = n-1 of B(i) B(j) B(k)
-- and of all terms T(1) = 3, T(n) = 3 T(n-1) + sum of T(i) T(j) T(k). `expect N` counts instances,
-- an extension of Korrel's.

enum Type { BOOLEAN, NUMBER }

one sig Program { body: Term }
abstract sig Term { type: lone Type }
sig True, False, Zero extends Term {}
abstract sig Unary extends Term { argument: Term }
sig Successor, Predecessor, IsZero extends Unary {}
sig If extends Term { disj condition, consequent, alternative: Term }

fun parts: Term -> Term { argument + condition + consequent + alternative }

-- A tree under the program's body.
pred tree[] {
  Term = Program.body.*parts
  no parts.(Program.body)
  all t: Term | lone parts.t
}

pred typed[] {
  all t: True + False | t.type = BOOLEAN
  all t: Zero | t.type = NUMBER
  all t: Successor + Predecessor | t.type = t.argument.type & NUMBER
  all t: IsZero | t.type = (t.argument.type = NUMBER => BOOLEAN else none)
  all t: If | t.type =
    (t.condition.type = BOOLEAN => t.consequent.type & t.alternative.type else none)
}

pred repOk[] { tree and typed }
pred well_typed[] { repOk and some Program.body.type }
pred ill_typed[] { repOk and no Program.body.type }

run well_typed for exactly 4 Term expect 22
up_to_three:  run well_typed for 3 Term expect 12 // 3 + 3 + 6
well_typed_5: run well_typed for exactly 5 Term expect 51
well_typed_6: run well_typed for exactly 6 Term expect 147
ill_typed_2:  run ill_typed for exactly 2 Term expect 6
ill_typed_3:  run ill_typed for exactly 3 Term expect 21
ill_typed_4:  run ill_typed for exactly 4 Term expect 86
all_terms_4:  run repOk for exactly 4 Term expect 108
-- Whatever has a type has parts with types.
check parts_are_typed { well_typed implies all t: Term | some t.type } for 5 Term
