//! Scopes of every form; some must be refused.

use super::Maker;
use crate::witness::tree::{Kind, Multiplicity, SigId, Sizes};

impl Maker {
    pub(super) fn scope(&mut self) {
        let all = 0..self.spec.sigs.len();
        let sigs: Vec<SigId> = all.filter(|&sig| self.may_be_scoped(sig)).collect();
        match self.choices.below(12) {
            0 => (),
            1 | 2 => self.spec.scope.default = Some(self.size()),
            // Rarely too few, so that some sig has no scope.
            3..=6 => {
                for sig in sigs {
                    let is_top = self.spec.parent(sig).is_none();
                    let chance = if is_top { 11 } else { 5 };
                    if self.choices.chance(chance, 12) {
                        self.scope_of(sig);
                    }
                }
            }
            _ => {
                self.spec.scope.default = Some(self.size());
                for sig in sigs {
                    if self.choices.chance(1, 2) {
                        self.scope_of(sig);
                    }
                }
            }
        }
        if self.choices.chance(1, 40) {
            let sig = self.any_sig();
            self.scope_of(sig);
        }
        if self.is_undecided() {
            for (_, sizes) in &mut self.spec.scope.sigs {
                if let Sizes::Between(_, most) = *sizes {
                    *sizes = Sizes::UpTo(most);
                }
            }
        }
    }

    /// True if an ordered sig's size follows from a range: the text does not say how.
    fn is_undecided(&self) -> bool {
        let stated = &self.spec.scope.sigs;
        let is_range = |top: SigId| {
            let is_range = |(sig, sizes): &(SigId, Sizes)| {
                self.spec.top(*sig) == top && matches!(sizes, Sizes::Between(..))
            };
            stated.iter().any(is_range)
        };
        let follows = |&sig: &SigId| {
            self.spec.ordered().contains(&sig)
                && self.spec.sigs[sig].multiplicity != Multiplicity::One
                && !stated.iter().any(|(other, _)| *other == sig)
        };
        let mut ordered_relations =
            self.spec.orders.iter().filter_map(|order| self.spec.relation_of(order.sig));
        self.spec.primary().filter(follows).any(|sig| is_range(self.spec.top(sig)))
            || ordered_relations
                .any(|sig| !self.lies_in_plain_tops(sig) && self.spec.lies_beside_range(sig))
    }

    /// True if all that it lies in is top-level sigs without children, whose sizes are stated.
    fn lies_in_plain_tops(&self, sig: SigId) -> bool {
        match &self.spec.sigs[sig].kind {
            Kind::Subset(parents) => parents.iter().all(|&of| self.lies_in_plain_tops(of)),
            Kind::Top => self.spec.children(sig).next().is_none(),
            _ => false,
        }
    }

    fn may_be_scoped(&mut self, sig: SigId) -> bool {
        let is_one = self.spec.sigs[sig].multiplicity == Multiplicity::One;
        !self.spec.is_subset(sig)
            && !self.spec.is_enum(sig)
            && (!is_one || self.choices.chance(1, 8))
    }

    fn size(&mut self) -> usize {
        self.choices.one_of(&[0, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3, 3])
    }

    fn scope_of(&mut self, sig: SigId) {
        let size = match self.spec.sigs[sig].multiplicity {
            _ if self.choices.chance(1, 60) => self.size(),
            Multiplicity::One => 1,
            Multiplicity::Lone => self.choices.below(2),
            Multiplicity::Some => self.size().max(1),
            Multiplicity::Set => self.size(),
        };
        let sizes = match self.choices.below(8) {
            0..=2 => Sizes::Exactly(size),
            3 | 4 => Sizes::Between(self.choices.below(size + 1), size),
            _ => Sizes::UpTo(size),
        };
        self.spec.scope.sigs.push((sig, sizes));
    }
}
