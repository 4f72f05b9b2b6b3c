//! Does a relation lead from an atom back to itself?
//!
//! *Problem.* `no n: Node | n in n.^next` needs no closure, of which it asks the diagonal alone. Of 150 atoms that was
//! most of 5 GB.
//!
//! *Choice.* Atoms are taken out, a dozen at a time: the paths through them become steps between the others, and the
//! steps that become loops are cycles. What is left is ever smaller, so that all of it is a third of n³ gates
//! (elimination of vertices; for acyclicity: Rankooh, Rintanen 2022). Propagation is as with a closure: once all but one
//! step of a cycle are there, the last one is refused. Where few atoms may be on a cycle the closure is no larger, and
//! is shared.

use super::Matrix;
use crate::circuit::{Bit, Circuit};

/// So many atoms are taken out at a time. With fewer, more versions of each step are made.
const BLOCK: usize = 12;

impl Matrix {
    /// True if a cycle of this binary relation goes through an atom of the set, or `None` where the closure says so
    /// as cheaply. The set must have no open atoms.
    pub fn cycles_through(&self, set: &[usize], circuit: &mut Circuit) -> Option<Bit> {
        if !self.has_long_cycles() {
            return None;
        }
        let mut is_asked = vec![false; self.atoms];
        set.iter().for_each(|&atom| is_asked[atom] = true);
        // A cycle shows where all of its atoms but one are taken out, or in the last block that it meets: those that are
        // asked about come last.
        let (asked, others): (Vec<usize>, Vec<usize>) =
            (0..self.atoms).partition(|&atom| is_asked[atom]);
        let blocks = others.chunks(BLOCK).chain(asked.chunks(BLOCK));
        let mut cycles = self.between(|from, to| from == to && is_asked[from]).bits();
        let mut steps = self.on_diagonal(false);
        for block in blocks {
            if circuit.given_up().is_some() {
                break;
            }
            let is_in = |atom: usize| block.contains(&atom);
            let inner = steps.between(|from, to| is_in(from) && is_in(to));
            let paths = inner.simple_paths(circuit);
            let is_whole = is_asked[block[0]];
            if is_whole {
                cycles.extend(paths.join(&inner, circuit).on_diagonal(true).bits());
            }
            let out = steps.between(|from, to| is_in(from) && !is_in(to));
            let out = out.union(&paths.join(&out, circuit), circuit);
            let around = steps.between(|from, to| !is_in(from) && is_in(to)).join(&out, circuit);
            cycles.extend(
                around.between(|from, to| from == to && (is_whole || is_asked[from])).bits(),
            );
            let others = steps.between(|from, to| !is_in(from) && !is_in(to));
            steps = others.union(&around.on_diagonal(false), circuit);
        }
        Some(circuit.or(cycles))
    }
}
