//! The renamings by which atoms of sigs that change come and go.
//!
//! *Problem.* The search for next states takes the atoms that are there for the first ones of their sig, and a formula may speak of one
//! that left or is still to come. *Choice.* A state is renamed so that those that are there come first. What is known by something (a
//! parameter, the child that it was in) may come next or not, so each choice is a renaming. A new atom is any of the others.

use korrel_lang::arena::Id;
use korrel_lang::universe::AtomId;

use super::reached::ReachedStates;
use crate::states::labelling::StateBits;
use crate::states::layout::AtomRenaming;

impl ReachedStates<'_> {
    /// The renamings after which the atoms of each mutable sig that are there are the first ones. Those that are not, and
    /// are known by something, may come next, or not: they stand before those that are like each other, or behind them.
    pub(super) fn gathered(&self, bits: &StateBits, seen: &[bool]) -> Vec<AtomRenaming> {
        let mut renamings = vec![self.same()];
        for class in &self.layout.moving {
            let atoms = |is_wanted: &dyn Fn(AtomId, usize) -> bool| -> Vec<AtomId> {
                let wanted = class.iter().filter(|(atom, there)| is_wanted(*atom, *there));
                wanted.map(|(atom, _)| *atom).collect()
            };
            let here = atoms(&|_, there| bits[there]);
            let known = atoms(&|atom, there| !bits[there] && self.is_known(atom, bits, seen));
            let fresh = atoms(&|atom, there| !bits[there] && !self.is_known(atom, bits, seen));
            let orders = (0..1_usize << known.len()).map(|chosen| -> Vec<AtomId> {
                let of = |is_first: usize| {
                    let known = known.iter().enumerate();
                    known.filter(move |(at, _)| chosen >> at & 1 == is_first).map(|(_, atom)| atom)
                };
                here.iter().chain(of(1)).chain(&fresh).chain(of(0)).copied().collect()
            });
            let orders: Vec<Vec<AtomId>> = orders.collect();
            let moved = |renaming: &AtomRenaming| {
                let renaming = renaming.clone();
                orders.iter().map(move |order| {
                    let mut was = renaming.clone();
                    for ((now, _), then) in class.iter().zip(order) {
                        was[now.index()] = *then;
                    }
                    was
                })
            };
            renamings = renamings.iter().flat_map(moved).collect();
        }
        renamings
    }

    /// True of an atom that is not there if something tells it from others that are not: a parameter, or the child that it
    /// was in.
    fn is_known(&self, atom: AtomId, bits: &StateBits, seen: &[bool]) -> bool {
        let mut cells = self.layout.cells.iter().zip(bits);
        seen[atom.index()] || cells.any(|(cell, bit)| *bit && cell.tuple.contains(&atom))
    }

    /// The renamings by which atoms that come are others of those that were not there.
    pub(super) fn arrivals(
        &self,
        before: &StateBits,
        seen: &[bool],
        after: &StateBits,
    ) -> Vec<AtomRenaming> {
        let mut renamings = vec![self.same()];
        for class in &self.layout.moving {
            let is_fresh = |(atom, there): &&(AtomId, usize)| {
                !before[*there] && !self.is_known(*atom, before, seen)
            };
            let away: Vec<&(AtomId, usize)> = class.iter().filter(is_fresh).collect();
            let (new, others): (Vec<_>, Vec<_>) =
                away.iter().copied().partition(|(_, there)| after[*there]);
            if new.is_empty() {
                continue;
            }
            let away: Vec<AtomId> = away.iter().map(|(atom, _)| *atom).collect();
            let mut places = Vec::new();
            injections(new.len(), &away, &mut Vec::new(), &mut places);
            let moved = |renaming: &AtomRenaming| {
                let renaming = renaming.clone();
                places.iter().map(move |places| (renaming.clone(), places))
            };
            let moved = renamings.iter().flat_map(moved).map(|(mut was, places)| {
                let free = away.iter().filter(|atom| !places.contains(atom));
                let then = new.iter().chain(&others).map(|(atom, _)| *atom);
                places.iter().chain(free).zip(then).for_each(|(now, then)| was[now.index()] = then);
                was
            });
            renamings = moved.collect();
        }
        renamings
    }

    pub(super) fn same(&self) -> AtomRenaming {
        (0..self.layout.atoms() as u32).map(AtomId).collect()
    }
}

/// All ways to choose so many different atoms in order.
fn injections(
    count: usize,
    from: &[AtomId],
    chosen: &mut Vec<AtomId>,
    found: &mut Vec<Vec<AtomId>>,
) {
    if chosen.len() == count {
        found.push(chosen.clone());
        return;
    }
    for &atom in from {
        if !chosen.contains(&atom) {
            chosen.push(atom);
            injections(count, from, chosen, found);
            chosen.pop();
        }
    }
}

pub(super) fn inverse(renaming: &AtomRenaming) -> AtomRenaming {
    let mut inverse = renaming.clone();
    for (at, atom) in (0..).map(AtomId).zip(renaming) {
        inverse[atom.index()] = at;
    }
    inverse
}
