//! Assumptions: literals that are decided before all else, and those of them that a refutation
//! needs.

use super::Cdcl;
use crate::{Answer, Lit};

impl Cdcl<'_> {
    /// Decides the next assumption; `None` if all of them hold.
    pub(super) fn assume_next(&mut self) -> Option<Option<Answer>> {
        while (self.depth() as usize) < self.assumptions.len() {
            let lit = self.assumptions[self.depth() as usize];
            match self.value_of(lit) {
                0 => {
                    self.open_level(lit);
                    return Some(None);
                }
                1 => self.open_empty_level(),
                _ => return Some(Some(Answer::Unsatisfiable)),
            }
        }
        None
    }

    /// The assumptions that contradict each other: one that is false, and those that make it so.
    pub(super) fn core(&mut self) -> Vec<Lit> {
        let failed = self.assumptions[self.depth() as usize];
        let mut core = self.decisions_behind(std::iter::once(failed));
        let clause: Vec<Lit> = core.iter().chain([&failed]).map(|&lit| !lit).collect();
        self.trace.add(&clause);
        core.push(failed);
        core.sort_unstable();
        core.dedup();
        core
    }
}
