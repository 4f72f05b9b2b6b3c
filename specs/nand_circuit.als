-- Circuits of NAND gates that compute a given function: the smallest are found from what they must do.
--
-- What a circuit does is said of all sets of wires that can be on together, so `all` ranges over sets. This is program
-- synthesis: some circuit is right for all inputs.
--
--   korrel find specs/nand_circuit.als
--   korrel count specs/nand_circuit.als --scope "exactly 5 Nand"
--
-- Counts, one of each isomorphism class, found among all circuits by a program of its own: of 1..5 gates 0 0 0 1 8
-- compute the exclusive or, the one of 4 gates is the one in every textbook, and of 1..4 gates 0 0 3 10 compute the or.
-- `expect N` counts instances, an extension of Korrel's.

abstract sig Wire {}
one sig X, Y extends Wire {}
sig Nand extends Wire { from: some Wire }

pred circuit[out: Nand] {
  all g: Nand | #g.from <= 2
  no g: Nand | g in g.^from
  Nand in out.*from
}
-- These wires are on, and no others.
pred stable[on: set Wire] { all g: Nand | g in on iff g.from !in on }

pred xor[out: Nand] {
  circuit[out]
  all on: set Wire | stable[on] implies (out in on iff not (X in on iff Y in on))
}
pred either[out: Nand] {
  circuit[out]
  all on: set Wire | stable[on] implies (out in on iff some on & (X + Y))
}

run xor for exactly 4 Nand expect 1
none_3: run xor for 3 Nand expect 0
xor_5:  run xor for exactly 5 Nand expect 8
or_3:   run either for exactly 3 Nand expect 3
or_4:   run either for exactly 4 Nand expect 10
