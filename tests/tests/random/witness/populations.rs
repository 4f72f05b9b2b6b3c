//! All values of the sigs and orders.

use super::bits::{Set, atoms};
use super::bound::{Bound, bounds};
use super::declared::{has_multiplicity, subsets};
use super::evaluate::Assignment;
use super::instances::{Question, TooMany};
use super::tree::{Kind, SigId};

impl Question<'_> {
    /// All values of the sigs and orders.
    pub fn populations(&self, most: usize) -> Result<Vec<Assignment>, TooMany> {
        let bases = self.bases()?;
        let mut all = vec![Assignment {
            sigs: vec![0; self.spec.sigs.len()],
            is_closed: self.spec.scope.no_integers && self.spec.orders.is_empty(),
            ..Assignment::default()
        }];
        for top in self.spec.tops() {
            let tops = self.memberships(top, bases[top], most)?;
            all = product(&all, most, |assignment| {
                let with = |sets: &Vec<(SigId, Set)>| {
                    let mut with = assignment.clone();
                    sets.iter().for_each(|&(sig, set)| with.sigs[sig] = set);
                    with
                };
                tops.iter().map(with).collect()
            })?;
        }
        for sig in (0..self.spec.sigs.len()).filter(|&sig| self.spec.is_subset(sig)) {
            all = product(&all, most, |assignment| self.with_subset(sig, assignment))?;
        }
        for (sig, bound) in bounds(self.spec, &self.sizes).into_iter().flatten() {
            all.retain(|assignment| self.is_within(sig, bound, assignment));
        }
        for sig in self.spec.ordered() {
            all = product(&all, most, |assignment| self.with_order(sig, assignment))?;
        }
        Ok(all)
    }

    /// All ways in which the atoms of a top-level sig are shared out among it and what extends it.
    fn memberships(
        &self,
        top: SigId,
        base: usize,
        most: usize,
    ) -> Result<Vec<Vec<(SigId, Set)>>, TooMany> {
        let family: Vec<SigId> =
            self.spec.primary().filter(|&id| self.spec.top(id) == top).collect();
        if self.spec.is_enum(top) {
            let values = (0..).zip(&family[1..]).map(|(at, &value)| (value, 1 << (base + at)));
            let all = (top, atoms_from(base, family.len() - 1));
            return Ok(vec![values.chain([all]).collect()]);
        }
        let is_leaf = |sig: &SigId| {
            !self.spec.sigs[*sig].is_abstract || self.spec.children(*sig).next().is_none()
        };
        let leaves: Vec<SigId> = family.iter().copied().filter(is_leaf).collect();
        let size = self.sizes[top].expect("top-level sigs have sizes");
        let mut found = Vec::new();
        for number in size.least..=size.most {
            let ways = leaves.len().checked_pow(number as u32).filter(|ways| *ways <= most);
            for way in 0..ways.ok_or(TooMany)? {
                let sets = self.shared_out(&family, &leaves, atoms_from(base, number), way);
                if sets.iter().all(|&(sig, set)| self.may_hold(sig, set)) {
                    found.push(sets);
                }
            }
        }
        Ok(found)
    }

    /// The way's digits say which leaf each atom belongs to.
    fn shared_out(
        &self,
        family: &[SigId],
        leaves: &[SigId],
        all: Set,
        mut way: usize,
    ) -> Vec<(SigId, Set)> {
        let mut sets: Vec<(SigId, Set)> = family.iter().map(|&sig| (sig, 0)).collect();
        for atom in atoms(all) {
            let leaf = leaves[way % leaves.len()];
            way /= leaves.len();
            for (sig, set) in &mut sets {
                if self.spec.ancestors(leaf).any(|id| id == *sig) {
                    *set |= 1 << atom;
                }
            }
        }
        sets
    }

    fn may_hold(&self, sig: SigId, set: Set) -> bool {
        let (size, number) =
            (self.sizes[sig].expect("it is no subset sig"), set.count_ones() as usize);
        (size.least..=size.most).contains(&number)
            && has_multiplicity(set, self.spec.sigs[sig].multiplicity)
    }

    fn with_subset(&self, sig: SigId, assignment: &Assignment) -> Vec<Assignment> {
        let Kind::Subset(parents) = &self.spec.sigs[sig].kind else {
            unreachable!("it is a subset sig")
        };
        let whole = parents.iter().fold(0, |all, &parent| all | assignment.sigs[parent]);
        let sets = subsets(whole, self.spec.sigs[sig].multiplicity);
        let is_all = self.spec.sigs[sig].is_all;
        let sets = sets.into_iter().filter(|&set| !is_all || set == whole);
        let with = |set| {
            let mut with = assignment.clone();
            with.sigs[sig] = set;
            with
        };
        sets.map(with).collect()
    }

    fn is_within(&self, sig: SigId, bound: Bound, assignment: &Assignment) -> bool {
        let own = assignment.sigs[sig];
        match bound {
            Bound::Size(size) => own.count_ones() as usize == size,
            Bound::Whole => own == self.whole(sig, assignment),
            Bound::Free => true,
        }
    }

    /// The set that a subset sig lies in, whatever is between.
    fn whole(&self, sig: SigId, assignment: &Assignment) -> Set {
        match &self.spec.sigs[sig].kind {
            Kind::Subset(parents) => {
                parents.iter().fold(0, |all, &parent| all | self.whole(parent, assignment))
            }
            _ => assignment.sigs[sig],
        }
    }

    /// Nothing has no order, unless it is a union.
    fn with_order(&self, sig: SigId, assignment: &Assignment) -> Vec<Assignment> {
        let members: Vec<usize> = atoms(assignment.sigs[sig]).collect();
        let orders = match (members.is_empty(), self.is_natural(sig)) {
            (true, _) if self.spec.relation_of(sig).is_none() => vec![members],
            (true, _) => Vec::new(),
            (false, true) => vec![members],
            (false, false) => permutations(&members),
        };
        let with = |order| {
            let mut with = assignment.clone();
            with.orders.push((sig, order));
            with
        };
        orders.into_iter().map(with).collect()
    }

    /// True if the order is that of the objects' numbers: no other one speaks of any of the atoms, and the
    /// sig has a scope that is exact, or is all of one.
    pub fn is_natural(&self, sig: SigId) -> bool {
        let is_all = match &self.spec.sigs[sig].kind {
            Kind::Subset(parents) => match parents[..] {
                [of] => {
                    self.spec.sigs[of].kind == Kind::Top && self.spec.relation_of(of) == Some(of)
                }
                _ => false,
            },
            _ => true,
        };
        let is_bare = self.spec.orders.iter().any(|order| order.sig == sig && order.is_bare);
        if !is_all || is_bare {
            return false;
        }
        let others = self.spec.ordered().into_iter().filter(|&other| other != sig);
        let meets = |&other: &SigId| {
            self.spec
                .intersection(&self.spec.type_of_sig(sig), &self.spec.type_of_sig(other))
                .has_tuples()
        };
        !{ others }.any(|other| meets(&other))
    }
}

fn product(
    all: &[Assignment],
    most: usize,
    of: impl Fn(&Assignment) -> Vec<Assignment>,
) -> Result<Vec<Assignment>, TooMany> {
    let mut found = Vec::new();
    for one in all {
        found.extend(of(one));
        if found.len() > most {
            return Err(TooMany);
        }
    }
    Ok(found)
}

fn atoms_from(base: usize, number: usize) -> Set {
    (base..base + number).map(|atom| 1 << atom).sum()
}

pub fn permutations(members: &[usize]) -> Vec<Vec<usize>> {
    if members.is_empty() {
        return vec![Vec::new()];
    }
    let starting_at = |at: usize| {
        let mut rest = members.to_vec();
        let first = rest.remove(at);
        permutations(&rest).into_iter().map(move |rest| [&[first][..], &rest].concat())
    };
    (0..members.len()).flat_map(starting_at).collect()
}
