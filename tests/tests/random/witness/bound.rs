//! The ordered sigs that are bound to their whole upper bound, by ALLOY-RULES.md ("Orders") and
//! docs/language.md alone.
//!
//! Atoms are given out as the rules say, and two atoms are interchangeable if swapping them maps the
//! bounds of every sig to themselves. A sig that is its whole upper bound has as many atoms as that.

use super::sizes::Size;
use super::tree::{Kind, SigId, Spec};

/// The bound that an order puts on the size of its sig.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// So many atoms: its whole upper bound.
    Size(usize),
    /// Beside a range: all of the sigs that it lies in, whatever is between.
    Whole,
    /// Any atoms, in any order.
    Free,
}

/// Atoms as bits; not those of an assignment, where each sig has the first of its own.
type Atoms = u64;

/// The bound of each order, in the order of their names. A union has `None`.
pub fn bounds(spec: &Spec, sizes: &[Option<Size>]) -> Vec<Option<(SigId, Bound)>> {
    let mut atoms = Shared::out(spec, sizes);
    let mut orders: Vec<_> = spec.orders.iter().collect();
    orders.sort_by_key(|order| order.name());
    let bound = |order: &super::tree::Order| {
        let sig = spec.relation_of(order.sig)?;
        if spec.lies_beside_range(sig) {
            return Some((sig, Bound::Whole));
        }
        let upper = atoms.upper_of(sig);
        if upper == 0 || !atoms.are_alike(upper) {
            return Some((sig, Bound::Free));
        }
        atoms.told_apart |= upper;
        Some((sig, Bound::Size(upper.count_ones() as usize)))
    };
    orders.into_iter().map(bound).collect()
}

/// The atoms of a universe, shared out among the sigs that have their own.
struct Shared<'s> {
    spec: &'s Spec,
    lower: Vec<Atoms>,
    upper: Vec<Atoms>,
    given_out: u32,
    /// An order that is fixed tells its atoms apart.
    told_apart: Atoms,
}

impl Shared<'_> {
    fn out<'s>(spec: &'s Spec, sizes: &[Option<Size>]) -> Shared<'s> {
        let none = vec![0; spec.sigs.len()];
        let mut shared =
            Shared { spec, lower: none.clone(), upper: none, given_out: 0, told_apart: 0 };
        for top in spec.tops() {
            shared.give_out(top, sizes);
            shared.pass_down(top, sizes);
        }
        shared
    }

    fn give_out(&mut self, sig: SigId, sizes: &[Option<Size>]) {
        let mut lower = 0;
        for child in self.spec.children(sig) {
            self.give_out(child, sizes);
            lower |= self.lower[child];
        }
        let Size { least, most, .. } = sizes[sig].expect("it has atoms of its own");
        let is_exact = least == most;
        self.upper[sig] = lower;
        if is_exact || self.spec.parent(sig).is_none() {
            for _ in lower.count_ones()..most as u32 {
                self.upper[sig] |= 1 << self.given_out;
                self.given_out += 1;
            }
        }
        self.lower[sig] = if is_exact { self.upper[sig] } else { lower };
    }

    fn pass_down(&mut self, parent: SigId, sizes: &[Option<Size>]) {
        let children: Vec<SigId> = self.spec.children(parent).collect();
        let surely = children.iter().fold(0, |all, &child| all | self.lower[child]);
        let rest = self.upper[parent] & !surely;
        for child in children {
            let scope = sizes[child].expect("it has atoms of its own").most;
            if scope > self.lower[child].count_ones() as usize {
                self.upper[child] = self.lower[child] | rest;
            }
            self.pass_down(child, sizes);
        }
    }

    /// The upper bound; a union has the union of its parts'.
    fn upper_of(&self, sig: SigId) -> Atoms {
        let parts: Vec<SigId> = match &self.spec.sigs[sig].kind {
            Kind::Subset(parents) => parents.clone(),
            _ => self.spec.children(sig).collect(),
        };
        let of_parts = parts.iter().fold(0, |all, &part| all | self.upper_of(part));
        let has_rest = parts.is_empty() || !self.spec.is_abstract(sig);
        if self.spec.is_subset(sig) || !has_rest { of_parts } else { of_parts | self.upper[sig] }
    }

    fn are_alike(&self, atoms: Atoms) -> bool {
        let all = 0..self.spec.sigs.len();
        let of_sig = |sig: SigId| match self.spec.sigs[sig].kind {
            Kind::Gone => [0, 0],
            Kind::Subset(_) => [0, self.upper_of(sig)],
            _ => [self.lower[sig], self.upper[sig]],
        };
        let holds_all_or_none = |bound: Atoms| bound & atoms == 0 || bound & atoms == atoms;
        self.told_apart & atoms == 0 && all.flat_map(of_sig).all(holds_all_or_none)
    }
}
