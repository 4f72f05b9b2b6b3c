module util/relation

/*
 * Properties of binary relations, over atoms of any sig.
 *
 *   open util/relation
 *   sig Task { needs: set Task }
 *   fact { acyclic[needs, Task] and transitive[needs] }
 *
 * Where a set is asked for, the property is claimed of its elements only; what the relation does
 * elsewhere does not matter. A property without a set is one of all tuples.
 */

-- The atoms in the first column.
fun dom [r: univ -> univ]: set (r.univ) { r.univ }

-- The atoms in the second column.
fun ran [r: univ -> univ]: set (univ.r) { univ.r }

-- Each element of s is mapped to something.
pred total [r: univ -> univ, s: set univ] { all x: s | some x.r }

-- No element of s is mapped to two atoms.
pred functional [r: univ -> univ, s: set univ] { all x: s | lone x.r }

-- Each element of s is mapped to exactly one atom.
pred function [r: univ -> univ, s: set univ] { all x: s | one x.r }

-- Something is mapped to each element of s.
pred surjective [r: univ -> univ, s: set univ] { all x: s | some r.x }

-- No two atoms are mapped to the same element of s.
pred injective [r: univ -> univ, s: set univ] { all x: s | lone r.x }

-- Exactly one atom is mapped to each element of s.
pred bijective [r: univ -> univ, s: set univ] { all x: s | one r.x }

-- Each element of d is mapped to one atom, and to each element of c is mapped one.
pred bijection [r: univ -> univ, d, c: set univ] {
  function[r, d]
  bijective[r, c]
}

-- Each element of s is related to itself.
pred reflexive [r: univ -> univ, s: set univ] { s <: iden in r }

-- No atom is related to itself.
pred irreflexive [r: univ -> univ] { no r & iden }

-- Each tuple is there in both directions.
pred symmetric [r: univ -> univ] { r = ~r }

-- No two different atoms are related in both directions.
pred antisymmetric [r: univ -> univ] { r & ~r in iden }

-- What two steps reach, one step reaches.
pred transitive [r: univ -> univ] { r.r in r }

-- No element of s comes back to itself, along any number of steps.
pred acyclic [r: univ -> univ, s: set univ] { all x: s | x not in x.^r }

-- Every two different elements of s are related, in one direction at least.
pred complete [r: univ -> univ, s: univ] {
  all disj x, y: s | x -> y in r + ~r
}

-- Reflexive over s, and transitive.
pred preorder [r: univ -> univ, s: set univ] {
  reflexive[r, s]
  transitive[r]
}

-- A symmetric preorder over s.
pred equivalence [r: univ -> univ, s: set univ] {
  preorder[r, s]
  symmetric[r]
}

-- An antisymmetric preorder over s.
pred partialOrder [r: univ -> univ, s: set univ] {
  preorder[r, s]
  antisymmetric[r]
}

-- A partial order over s in which every two elements are comparable.
pred totalOrder [r: univ -> univ, s: set univ] {
  partialOrder[r, s]
  complete[r, s]
}
