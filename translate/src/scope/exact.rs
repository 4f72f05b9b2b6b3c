//! Sigs that have exactly as many atoms as they may: those that a module asks for.
//!
//! `open util/ordering[A]` fixes the size of A, derived sizes included, as in Alloy. A sum is that of the sizes before
//! any is raised: with `abstract sig A`, `lone sig B` and `sig C` in it, `1 C` and two atoms of a sig in C, A has two
//! atoms, and there is no B.
//!
//! A range of sizes stays one: it stands for a command for each of its sizes, and what is derived from
//! it is exact relative to it. A sum with a range in it is raised by the least sizes of what it adds up.

use korrel_lang::model::{SigId, SigKind, Sizes};

use super::Fill;
use super::derive::{Derivation, SigSize, SizeSource};

impl Derivation<'_> {
    /// Returns which sigs hold all of others.
    pub(super) fn make_exact(&mut self) -> Vec<Fill> {
        let model = self.model;
        let mut fills = Vec::new();
        model.exact.iter().for_each(|&sig| self.pin(sig, &mut fills));
        fills
    }

    /// Leaves one size to a sig, the greatest. To a range, each size.
    pub(super) fn pin(&mut self, sig: SigId, fills: &mut Vec<Fill>) {
        match &self.model.sigs[sig].kind {
            SigKind::Builtin | SigKind::Subset { .. } => return,
            SigKind::TopLevel | SigKind::Extends(_) => {}
        }
        match self.get(sig) {
            None => self.pin_to_parent(sig, fills),
            Some(SigSize { sizes, from: SizeSource::Stated }) => {
                self.set(sig, pinned(sizes), SizeSource::Stated);
            }
            Some(SigSize { sizes, from: SizeSource::Children }) => {
                let children = &self.model.sigs[sig].children;
                if sizes.is_range {
                    children.iter().for_each(|&child| self.pin(child, fills));
                    self.set(sig, self.sum(children), SizeSource::Children);
                } else {
                    self.set(sig, pinned(sizes), SizeSource::Children);
                }
            }
            Some(SigSize { sizes, from: SizeSource::Parent(parent) }) => {
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
            let Some(SigSize { sizes, .. }) = self.get(above) else { continue };
            self.set(sig, pinned(sizes), SizeSource::Stated);
            if sizes.is_range && is_alone {
                fills.push(Fill::all_of(self.model, sig, above));
            }
            return;
        }
    }

    /// Pins a sig to the rest that an abstract parent leaves over. If the parent's size is open,
    /// the rest is all that it has beside the others' greatest sizes.
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
}

fn pinned(sizes: Sizes) -> Sizes {
    if sizes.is_range { sizes } else { Sizes::exactly(sizes.max) }
}
