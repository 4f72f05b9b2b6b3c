//! The bounds of sigs, and which atoms are whose.

use std::ops::Range;

use korrel_lang::model::{Model, Sig, SigId, SigKind, SigMultiplicity};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};

use super::Bound;
use crate::order::Order;
use crate::scope::Scopes;

/// The first atoms of each top-level sig go to the `one` sigs in it that have no children, and to
/// ordered sigs.
pub(super) fn fixed_atoms(
    model: &Model,
    universe: &Universe,
    orders: &[Order],
) -> Vec<Vec<AtomId>> {
    let mut fixed = vec![Vec::new(); model.sigs.len()];
    for top in model.top_level() {
        let mut free = universe.block(top);
        fix_atoms(model, top, orders, &mut free, &mut fixed);
    }
    fixed
}

/// Returns how many atoms below `sig` are fixed.
fn fix_atoms(
    model: &Model,
    sig: SigId,
    orders: &[Order],
    free: &mut Range<u32>,
    fixed: &mut [Vec<AtomId>],
) -> usize {
    let declared = &model.sigs[sig];
    let mut count = 0;
    for &child in &declared.children {
        count += fix_atoms(model, child, orders, free, fixed);
    }
    let order = orders.iter().find(|order| order.sig == sig);
    let own = match order {
        Some(order) => (order.size as usize).saturating_sub(count),
        None if declared.multiplicity == SigMultiplicity::One && declared.children.is_empty() => 1,
        None => 0,
    };
    fixed[sig.0 as usize].extend(free.by_ref().take(own).map(AtomId));
    count + fixed[sig.0 as usize].len()
}

/// A sig and all that extend it, parents first.
pub fn descendants(model: &Model, sig: SigId) -> Vec<SigId> {
    let mut all = vec![sig];
    for &child in &model.sigs[sig].children {
        all.extend(descendants(model, child));
    }
    all
}

pub(super) fn sig_bounds(
    model: &Model,
    scopes: &Scopes,
    universe: &Universe,
    fixed: &[Vec<AtomId>],
) -> Vec<Bound> {
    let empty = TupleSet::empty(universe.len(), 1);
    let mut bounds = vec![Bound { lower: empty.clone(), upper: empty }; model.sigs.len()];
    for sig in [Sig::INT, Sig::SEQ_INT, Sig::STRING] {
        let all = atoms(universe, universe.block(sig));
        bounds[sig.0 as usize] = Bound { lower: all.clone(), upper: all };
    }
    for top in model.top_level() {
        let block = universe.block(top);
        let pool = atoms(universe, block.clone());
        for sig in descendants(model, top) {
            bounds[sig.0 as usize] = prim_bound(model, universe, fixed, sig, &pool);
        }
        let must = block.start..block.start + scopes.top_level(top).min;
        let bound = &mut bounds[top.0 as usize];
        bound.lower = bound.lower.union(&atoms(universe, must));
    }
    let user_sigs: Vec<SigId> = model.sigs.ids().skip(Sig::STRING.0 as usize + 1).collect();
    bounds[Sig::UNIVERSE.0 as usize] =
        union_of(&bounds, [Sig::INT, Sig::STRING].into_iter().chain(model.top_level()));
    // A subset sig may be declared before the sigs that it is in; chains are at most that long.
    for _ in &user_sigs {
        for &sig in &user_sigs {
            if let SigKind::Subset { parents, .. } = &model.sigs[sig].kind {
                let upper = union_of(&bounds, parents.iter().copied()).upper;
                bounds[sig.0 as usize].upper = upper;
            }
        }
    }
    bounds
}

/// Its own fixed atoms at least; nobody else's at the most.
fn prim_bound(
    model: &Model,
    universe: &Universe,
    fixed: &[Vec<AtomId>],
    sig: SigId,
    pool: &TupleSet,
) -> Bound {
    let mut lower = TupleSet::empty(universe.len(), 1);
    let mut upper = pool.clone();
    let owned = fixed.iter().enumerate().flat_map(|(owner, atoms)| {
        atoms.iter().filter(|&&atom| pool.contains(&[atom])).map(move |&atom| (owner, atom))
    });
    for (owner, atom) in owned {
        if model.is_descendant(SigId(owner as u32), sig) {
            lower.insert(&[atom]);
        } else if !model.is_descendant(sig, SigId(owner as u32)) {
            upper.remove(&[atom]);
        }
    }
    if !fixed[sig.0 as usize].is_empty() {
        upper = lower.clone();
    }
    Bound { lower, upper }
}

fn union_of(bounds: &[Bound], sigs: impl Iterator<Item = SigId>) -> Bound {
    let mut all: Option<Bound> = None;
    for sig in sigs {
        let bound = &bounds[sig.0 as usize];
        all = Some(match all {
            Some(all) => {
                Bound { lower: all.lower.union(&bound.lower), upper: all.upper.union(&bound.upper) }
            }
            None => bound.clone(),
        });
    }
    all.expect("a union of at least one sig")
}

fn atoms(universe: &Universe, block: Range<u32>) -> TupleSet {
    let mut set = TupleSet::empty(universe.len(), 1);
    for atom in block {
        set.insert(&[AtomId(atom)]);
    }
    set
}
