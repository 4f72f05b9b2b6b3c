-- Models of a modeling language: signatures and the atoms that they declare.
--
-- TestEra's test of the Alloy-alpha Analyzer (Khurshid and Marinov 2004, section 6.3): each
-- instance is an Alloy spec of its own. The analyzer failed where a user named an atom as it would
-- have named another one itself, by the initial of a signature and a number.
--
--   korrel find specs/signature_model.als
--   korrel count specs/signature_model.als atoms_anywhere
--
-- Counts: two signatures, whose names must be both; two atoms with two of the four names, C(4,2);
-- an atom in either signature or in none, 3^2: 54. Table I of the paper has 12 inputs of size 2,
-- which is what is left if each signature declares one atom, as in its examples: 4 * 3 names.
-- `expect N` counts instances, an extension of Korrel's.

enum SigName { Signature, Test }
enum Prefix { S, T }
enum Suffix { Zero, One }

sig Atom { prefix: Prefix, suffix: Suffix }
sig Sig { name: SigName, atoms: set Atom }

pred unique[] {
  all disj a, b: Atom | a.prefix != b.prefix or a.suffix != b.suffix
  all disj s, t: Sig | s.name != t.name and no s.atoms & t.atoms
}

pred one_atom_each[] {
  unique
  Atom = Sig.atoms
  all s: Sig | one s.atoms
}

run one_atom_each for exactly 2 Sig, exactly 2 Atom expect 12
atoms_anywhere: run unique for exactly 2 Sig, exactly 2 Atom expect 54
one_signature:  run unique for exactly 1 Sig, exactly 2 Atom expect 48 // 2 * 6 * 2^2
all_atoms:      run unique for exactly 2 Sig, exactly 4 Atom expect 81 // 3^4
no_fifth_name:  run unique for exactly 1 Sig, exactly 5 Atom expect 0
