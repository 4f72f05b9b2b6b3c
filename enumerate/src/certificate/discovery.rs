//! Atoms that are numbered by discovery, in steps of a proof.
//!
//! *Problem.* Rooted classes need no test of labellings: each pointer leads to an atom that was met before, or to the next one. A
//! checker knows of greatest labellings alone, and a search for these among pointers wanders. *Choice.* The cells of pointers
//! are compared in such an order that the labelling by discovery is the greatest one (`Symmetry::by_discovery`). An atom
//! that is met before its predecessor is a labelling that swapping the two makes greater. So each pointer is a
//! clause for each two neighbours a, b of a class, if it is scanned before those of a: if it leads to b, then it or one
//! before it leads to a. Of all labellings whose atoms are all reached, one satisfies these clauses, so it is the greatest.
//!
//! *Rejected.* To compare pointer by pointer: whoever tries permutations then knows little of an image before it has given all.

use korrel_sat::{Lit, ProofLog};
use korrel_translate::{PointerRow, RootedClass, target_of};

use super::Certificate;

/// What is proven of a pointer and two neighbours.
pub(super) struct Discovery {
    /// The neighbours. The cells that are compared have none but the first one.
    pair: (u32, u32),
    pub clause: Vec<Lit>,
}

impl Certificate<'_> {
    /// What is proven of all pointers, in order.
    pub(super) fn discoveries(&self) -> Vec<Discovery> {
        self.problem.symmetry.rooted.iter().flat_map(|rooted| self.discoveries_of(rooted)).collect()
    }

    fn discoveries_of(&self, rooted: &RootedClass) -> Vec<Discovery> {
        let mut found = Vec::new();
        for (place, two) in rooted.atoms.windows(2).enumerate() {
            let used = two.iter().filter_map(|&atom| self.use_of(atom));
            let unused: Vec<Lit> = used.map(|var| var.negative()).collect();
            let is_scanned = |row: &&PointerRow| {
                row.owner.and_then(|owner| rooted.place(owner)).is_none_or(|owner| owner < place)
            };
            let mut met = Vec::new();
            for row in rooted.rows.iter().filter(is_scanned) {
                let leads_to = |atom| row.cells.iter().find(|cell| target_of(cell) == atom);
                let [first, second] = [two[0], two[1]].map(leads_to);
                let [Some(first), Some(second)] =
                    [first, second].map(|cell| self.literals.get(cell?).copied())
                else {
                    continue;
                };
                met.push(first);
                let clause = [&[!second], &unused[..], &met[..]].concat();
                found.push(Discovery { pair: (two[0].0, two[1].0), clause });
            }
        }
        found
    }

    /// Proves that the greatest labellings are numbered by discovery, where a list is.
    pub(super) fn prove_discovery(&self, log: &ProofLog) {
        for Discovery { pair, clause } in self.discoveries() {
            log.refuse([pair], &clause);
        }
    }
}
