//! Sigs that have exactly as many atoms as they may: those that a module asks for, and ordered ones.
//!
//! `open util/ordering[A]` fixes the size of A, derived sizes included, as in Alloy. A sum is that of the sizes before
//! any is raised: with `abstract sig A`, `lone sig B` and `sig C` in it, `1 C` and two atoms of a sig in C, A has two
//! atoms, and there is no B. So does an order without a module (`pred/totalOrder[A, F, N]` as a
//! fact): Kodkod binds what is ordered to its upper bound. Of a subset sig that is all of what it lies
//! in, which is exact in turn.
//!
//! A range of sizes stays one: it stands for a command for each of its sizes, and what is derived from
//! it is exact relative to it.

use korrel_lang::model::{Command, SigId, SigKind, Sizes};

use super::Fill;
use super::derive::{Derivation, SizeSource, Sized};
use crate::scope::ordered::ordered_sigs;

impl Derivation<'_> {
    /// Returns which sigs hold all of others.
    pub(super) fn make_exact(&mut self, command: &Command) -> Vec<Fill> {
        let model = self.model;
        let mut fills = Vec::new();
        for sig in model.exact.iter().copied().chain(ordered_sigs(model, command)) {
            self.pin(sig, &mut fills);
        }
        for sig in ordered_sigs(model, command) {
            self.fill(sig, &mut fills);
        }
        fills
    }

    /// Leaves one size to a sig, the greatest; of a range, each size.
    fn pin(&mut self, sig: SigId, fills: &mut Vec<Fill>) {
        match &self.model.sigs[sig].kind {
            SigKind::Builtin | SigKind::Subset { .. } => return,
            SigKind::TopLevel | SigKind::Extends(_) => {}
        }
        match self.get(sig) {
            None => self.pin_to_parent(sig, fills),
            Some(Sized { sizes, from: SizeSource::Stated }) => {
                self.set(sig, pinned(sizes), SizeSource::Stated);
            }
            Some(Sized { sizes, from: SizeSource::Children }) => {
                let children = &self.model.sigs[sig].children;
                if sizes.is_range {
                    children.iter().for_each(|&child| self.pin(child, fills));
                    self.set(sig, self.sum(children), SizeSource::Children);
                } else {
                    self.set(sig, pinned(sizes), SizeSource::Children);
                }
            }
            Some(Sized { sizes, from: SizeSource::Parent(parent) }) => {
                self.pin_to_rest(sig, sizes, parent, fills);
            }
        }
    }

    /// A sig without sizes has those of the next one above that has some: of a range, for each size
    /// all of it, unless there are other sigs in it.
    fn pin_to_parent(&mut self, sig: SigId, fills: &mut Vec<Fill>) {
        let mut above = sig;
        let mut is_alone = true;
        while let SigKind::Extends(parent) = self.model.sigs[above].kind {
            above = parent;
            is_alone &= self.model.sigs[above].children.len() == 1;
            let Some(Sized { sizes, .. }) = self.get(above) else { continue };
            self.set(sig, pinned(sizes), SizeSource::Stated);
            if sizes.is_range && is_alone {
                fills.push(Fill { sig, of: above });
            }
            return;
        }
    }

    /// What an abstract parent leaves over: of a parent whose size is open, all that it has beside the
    /// others' greatest sizes.
    fn pin_to_rest(&mut self, sig: SigId, sizes: Sizes, parent: SigId, fills: &mut Vec<Fill>) {
        let own = self.get(parent).expect("it left something over").sizes;
        let siblings = self.model.sigs[parent].children.iter().copied();
        let others: Vec<SigId> = siblings.filter(|&other| other != sig).collect();
        if own.is_range {
            others.iter().for_each(|&other| self.pin(other, fills));
        }
        let least = if own.is_range { own.min } else { own.max };
        let min = least.saturating_sub(self.sum(&others).max);
        let sizes = if sizes.is_range { Sizes { min, ..sizes } } else { pinned(sizes) };
        self.set(sig, sizes, SizeSource::Parent(parent));
    }

    /// A subset sig holds all of its parents, each of which has exactly its size.
    fn fill(&mut self, sig: SigId, fills: &mut Vec<Fill>) {
        let SigKind::Subset { parents, .. } = &self.model.sigs[sig].kind else { return };
        for &of in parents {
            if self.model.sigs[of].kind != SigKind::Builtin {
                self.pin(of, fills);
                fills.push(Fill { sig, of });
                self.fill(of, fills);
            }
        }
    }
}

fn pinned(sizes: Sizes) -> Sizes {
    if sizes.is_range { sizes } else { Sizes::exactly(sizes.max) }
}
