-- Circular singly linked lists: rings of numbers, with and without an entry point.
--
-- `repOk` is a ring that a list object points into, as an event loop or a round-robin scheduler
-- keeps one. `necklace` is the same ring when nothing points into it: rotations are isomorphic, so
-- that some instances have symmetries of their own.
--
--   korrel find specs/circular_list.als
--   korrel find specs/circular_list.als necklaces_of_4
--
-- Counts: m^n rings of n nodes over m values that are pointed into; without a pointer the necklaces
-- of n beads in two colors, OEIS A000031, 2 3 4 6 8 14 20 for n = 1..7 (Burnside: the mean over the
-- divisors d of n of phi(d) * 2^(n/d)). `expect N` and `0..m Int` are extensions of Korrel's.

sig Ring { current: Node }
sig Node { value: Int, next: Node }

pred repOk[r: Ring] {
  Node = r.current.*next
  r.current in r.current.^next
}

pred necklace[] {
  all n: Node | Node = n.*next
}

run repOk for exactly 1 Ring, exactly 3 Node, 0..1 Int expect 8
five_over_three: run repOk for exactly 1 Ring, exactly 5 Node, 0..2 Int expect 243 // 3^5
up_to_four:      run repOk for exactly 1 Ring, 4 Node, 0..1 Int expect 30 // 2 + 4 + 8 + 16
necklaces_of_4:  run necklace for 0 Ring, exactly 4 Node, 0..1 Int expect 6
necklaces_of_5:  run necklace for 0 Ring, exactly 5 Node, 0..1 Int expect 8
necklaces_of_6:  run necklace for 0 Ring, exactly 6 Node, 0..1 Int expect 14
