//! Hierarchies, subset sigs, enums and orders.

use super::Maker;
use crate::witness::tree::{Kind, Multiplicity, Order, Sig, SigId};

const MOST_SIGS: usize = 8;

impl Maker {
    pub(super) fn sigs(&mut self) {
        for name in ["A", "B", "C"].into_iter().take(self.choices.one_of(&[1, 2, 2, 2, 3])) {
            let multiplicity = self.multiplicity(8);
            let top = self.add(name, Kind::Top, multiplicity);
            if self.choices.chance(3, 5) {
                self.children(top, 2);
            }
        }
        if self.choices.chance(1, 8) {
            self.enumeration();
        }
        for name in ["S", "T"].into_iter().take(self.choices.one_of(&[0, 0, 0, 1, 1, 2])) {
            self.subset(name);
        }
        self.spec.written = (0..self.spec.sigs.len()).collect();
    }

    fn add(&mut self, name: &str, kind: Kind, multiplicity: Multiplicity) -> SigId {
        let name = name.to_string();
        let is_all = false;
        self.spec.sigs.push(Sig { name, kind, is_abstract: false, multiplicity, is_all });
        self.spec.sigs.len() - 1
    }

    /// One of so many is no plain sig.
    fn multiplicity(&mut self, rarity: usize) -> Multiplicity {
        if self.choices.chance(1, rarity) {
            return self.choices.one_of(&[
                Multiplicity::One,
                Multiplicity::One,
                Multiplicity::Lone,
                Multiplicity::Some,
            ]);
        }
        Multiplicity::Set
    }

    fn children(&mut self, parent: SigId, depth: usize) {
        if matches!(self.spec.sigs[parent].multiplicity, Multiplicity::One | Multiplicity::Lone) {
            return;
        }
        self.spec.sigs[parent].is_abstract = self.choices.chance(2, 5);
        let number = self.choices.one_of(&[1, 1, 2, 2, 3]);
        for at in 1..=number {
            if self.spec.sigs.len() >= MOST_SIGS {
                return;
            }
            let name = format!("{}{at}", self.spec.sigs[parent].name);
            let multiplicity = self.multiplicity(2);
            let multiplicity = if multiplicity == Multiplicity::Some && self.choices.chance(1, 2) {
                Multiplicity::Lone
            } else {
                multiplicity
            };
            let child = self.add(&name, Kind::Child(parent), multiplicity);
            if depth > 1 && self.choices.chance(1, 5) {
                self.children(child, depth - 1);
            }
        }
    }

    fn enumeration(&mut self) {
        let all = self.add("E", Kind::Enum, Multiplicity::Set);
        for name in ["X", "Y", "Z"].into_iter().take(self.choices.one_of(&[1, 2, 2, 3])) {
            self.add(name, Kind::Value(all), Multiplicity::One);
        }
    }

    fn subset(&mut self, name: &str) {
        let all = 0..self.spec.sigs.len();
        let others: Vec<SigId> = all.filter(|&sig| !self.spec.is_enum(sig)).collect();
        let mut parents = vec![self.choices.one_of(&others)];
        let second = self.choices.one_of(&others);
        if self.choices.chance(1, 4) && !parents.contains(&second) {
            parents.push(second);
        }
        let multiplicity = self.multiplicity(3);
        self.add(name, Kind::Subset(parents), multiplicity);
    }

    pub(super) fn orders(&mut self) {
        let number = self.choices.one_of(&[0, 0, 1, 1, 1, 1, 2]);
        for alias in ["o", "u"].into_iter().take(number) {
            let all = 0..self.spec.sigs.len();
            let candidates: Vec<SigId> = all.filter(|&sig| self.can_be_ordered(sig)).collect();
            if !candidates.is_empty() {
                let sig = self.choices.one_of(&candidates);
                self.spec.orders.push(Order { alias, sig, is_bare: false });
            }
        }
    }

    fn can_be_ordered(&self, sig: SigId) -> bool {
        !self.spec.is_enum(sig) && self.spec.sigs[sig].kind != Kind::Gone
    }

    /// Hierarchies to be ordered: few sigs and many children, subsets of subsets and of several sigs.
    pub(super) fn sigs_to_order(&mut self) {
        for name in ["A", "B"].into_iter().take(self.choices.one_of(&[1, 1, 1, 2, 2])) {
            let top = self.add(name, Kind::Top, Multiplicity::Set);
            if self.choices.chance(2, 3) {
                self.children(top, 2);
            }
        }
        for name in ["S", "T", "U"].into_iter().take(self.choices.one_of(&[0, 1, 1, 1, 2, 2, 3])) {
            self.subset(name);
            let own = self.spec.sigs.len() - 1;
            self.spec.sigs[own].is_all = self.choices.chance(1, 4);
        }
        self.spec.written = (0..self.spec.sigs.len()).collect();
    }

    /// One order or several, each of another sig; mostly of subsets and of what they may lie in.
    pub(super) fn orders_of_each(&mut self) {
        let mut aliases = ["o", "u", "b", "z"].to_vec();
        let all = 0..self.spec.sigs.len();
        let mut candidates: Vec<SigId> = all.clone().collect();
        candidates.extend(all.clone().filter(|&sig| self.spec.is_subset(sig)));
        candidates.extend(all.filter(|&sig| self.spec.is_subset(sig)));
        for _ in 0..self.choices.one_of(&[1, 1, 1, 2, 2, 3]) {
            if candidates.is_empty() {
                return;
            }
            let sig = self.choices.one_of(&candidates);
            candidates.retain(|&other| other != sig);
            let alias = aliases.remove(self.choices.below(aliases.len()));
            let is_bare = self.choices.chance(1, 4);
            self.spec.orders.push(Order { alias, sig, is_bare });
        }
    }
}
