//! Fields, some of one name.

use super::Maker;
use crate::witness::tree::{Field, Multiplicity, Range, SigId};

const WORDS: [Multiplicity; 6] = [
    Multiplicity::Set,
    Multiplicity::Lone,
    Multiplicity::Lone,
    Multiplicity::One,
    Multiplicity::One,
    Multiplicity::Some,
];
const AT_ARROWS: [Multiplicity; 6] = [
    Multiplicity::Set,
    Multiplicity::Set,
    Multiplicity::Lone,
    Multiplicity::Lone,
    Multiplicity::One,
    Multiplicity::Some,
];

impl Maker {
    pub(super) fn fields(&mut self) {
        for _ in 0..self.choices.one_of(&[0, 1, 1, 2, 2, 2, 3]) {
            let all = 0..self.spec.sigs.len();
            let owners: Vec<SigId> = all.filter(|&sig| !self.spec.is_enum(sig)).collect();
            let sig = self.choices.one_of(&owners);
            let taken: Vec<&str> = self.spec.fields.iter().map(|field| field.name).collect();
            // Mostly a name that another field has.
            let new = ["f", "g", "h"][taken.len()];
            let mut names = vec![new];
            names.extend(taken.iter().flat_map(|name| [*name; 3]));
            let name = self.choices.one_of(&names);
            if !self.clashes(name, sig) {
                let range = self.range();
                self.spec.fields.push(Field { name, sig, range });
            }
        }
    }

    /// Fields of one name must lie in sigs that have nothing in common.
    fn clashes(&self, name: &str, sig: SigId) -> bool {
        let own = self.spec.type_of_sig(sig);
        let overlaps =
            |other: SigId| self.spec.intersection(&own, &self.spec.type_of_sig(other)).has_tuples();
        self.spec.fields.iter().any(|field| field.name == name && overlaps(field.sig))
    }

    fn range(&mut self) -> Range {
        let sig = self.any_sig();
        if self.choices.chance(1, 6) {
            let [left, right] = [0; 2].map(|_| self.choices.one_of(&AT_ARROWS));
            return Range::Arrow(self.any_sig(), left, right, sig);
        }
        let mut sigs = vec![sig];
        let other = self.any_sig();
        if other != sig && self.choices.chance(1, 10) {
            sigs.push(other);
        }
        Range::Unary(self.choices.one_of(&WORDS), sigs)
    }
}
