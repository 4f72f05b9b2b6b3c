//! The bounds of sigs, and which atoms are whose.

use std::ops::Range;

use korrel_lang::arena::Arena;
use korrel_lang::model::{Model, Sig, SigId, SigKind, SigMultiplicity};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{AtomId, Universe};
use korrel_sat::Effort;

use super::Bound;
use crate::bounds::order::{Order, OrderPlace};
use crate::failure::{TranslationFailure, unless_stopped};
use crate::scope::{Scopes, descendants};

type BySig<T> = Arena<SigId, T>;

fn by_sig<T: Clone>(model: &Model, entry: T) -> BySig<T> {
    model.sigs.ids().map(|_| entry.clone()).collect()
}

/// The first atoms of each top-level sig go to the `one` sigs in it that have no children, and to
/// ordered sigs.
pub(super) fn fixed_atoms(
    model: &Model,
    universe: &Universe,
    orders: &[Order],
) -> BySig<Vec<AtomId>> {
    let mut fixed = by_sig(model, Vec::new());
    for top in model.top_level() {
        let mut free = universe.block(top);
        fix_atoms(model, top, orders, &mut free, &mut fixed);
    }
    fixed
}

fn fix_atoms(
    model: &Model,
    sig: SigId,
    orders: &[Order],
    free: &mut Range<u32>,
    fixed: &mut BySig<Vec<AtomId>>,
) {
    let declared = &model.sigs[sig];
    // The values of an enum are in order as they are.
    let order = orders.iter().find(|order| order.sig == sig && !declared.is_enum);
    let own = match order {
        Some(order) if order.place == OrderPlace::Leading => 0,
        Some(order) => order.min as usize,
        None => {
            for &child in &declared.children {
                fix_atoms(model, child, orders, free, fixed);
            }
            let is_one = declared.multiplicity == SigMultiplicity::One;
            usize::from(is_one && declared.children.is_empty())
        }
    };
    fixed[sig].extend(free.by_ref().take(own).map(AtomId));
}

/// The atoms of ordered sigs that have numbers of their own, also if they may not be in use.
pub(super) fn ordered_atoms(universe: &Universe, orders: &[Order]) -> Vec<AtomId> {
    let top_level = orders.iter().filter(|order| order.place == OrderPlace::TopLevel);
    top_level.flat_map(|order| universe.block(order.sig)).map(AtomId).collect()
}

/// # Errors
/// A stop.
pub(super) fn sig_bounds(
    model: &Model,
    scopes: &Scopes,
    universe: &Universe,
    fixed: &BySig<Vec<AtomId>>,
    effort: &Effort,
) -> Result<BySig<Bound>, TranslationFailure> {
    let empty = TupleSet::empty(universe.len(), 1);
    let mut bounds = by_sig(model, Bound { lower: empty.clone(), upper: empty });
    for sig in [Sig::INT, Sig::SEQ_INT, Sig::STRING] {
        let all = atoms(universe, universe.block(sig));
        bounds[sig] = Bound { lower: all.clone(), upper: all };
    }
    for top in model.top_level() {
        let block = universe.block(top);
        let pool = atoms(universe, block.clone());
        prim_bounds(model, scopes, fixed, (top, pool), &mut bounds, effort)?;
        let must = block.start..block.start + scopes.top_level(top).min;
        let bound = &mut bounds[top];
        must.for_each(|atom| bound.lower.insert(&[AtomId(atom)]));
    }
    let user_sigs: Vec<SigId> = model.sigs.ids().skip(Sig::STRING.0 as usize + 1).collect();
    bounds[Sig::UNIVERSE] =
        union_of(&bounds, [Sig::INT, Sig::STRING].into_iter().chain(model.top_level()));
    let mut done = by_sig(model, false);
    user_sigs.into_iter().for_each(|sig| subset_bound(model, sig, &mut bounds, &mut done));
    Ok(bounds)
}

/// The bound of a subset sig, after those of the sigs that it is in, which may be declared later.
fn subset_bound(model: &Model, sig: SigId, bounds: &mut BySig<Bound>, done: &mut BySig<bool>) {
    let mut open = vec![sig];
    while let Some(&sig) = open.last() {
        let SigKind::Subset { parents, .. } = &model.sigs[sig].kind else {
            done[sig] = true;
            open.pop();
            continue;
        };
        let before = open.len();
        open.extend(parents.iter().copied().filter(|parent| !done[*parent]));
        if open.len() == before {
            if !std::mem::replace(&mut done[sig], true) {
                let upper = union_of(bounds, parents.iter().copied()).upper;
                bounds[sig].upper = upper;
            }
            open.pop();
        }
    }
}

/// The bounds of each sig below `top`. It holds at least the fixed atoms of its descendants. It
/// holds at most those atoms of its parent, or of the `pool`, that are fixed for no sig or for an
/// ancestor.
fn prim_bounds(
    model: &Model,
    scopes: &Scopes,
    fixed: &BySig<Vec<AtomId>>,
    (top, pool): (SigId, TupleSet),
    bounds: &mut BySig<Bound>,
    effort: &Effort,
) -> Result<(), TranslationFailure> {
    let below = descendants(model, top);
    let own = |sig: SigId| fixed[sig].iter().map(std::slice::from_ref);
    for &sig in below.iter().rev() {
        unless_stopped(effort)?;
        let mut lower = TupleSet::from_tuples(pool.atoms(), 1, own(sig));
        for &child in &model.sigs[sig].children {
            bounds[child].lower.indices().for_each(|index| lower.insert_index(index));
        }
        bounds[sig].lower = lower;
    }
    // Those that no sig has by itself.
    let free = pool.difference(&bounds[top].lower);
    for sig in below {
        unless_stopped(effort)?;
        let parent = match model.sigs[sig].kind {
            SigKind::Extends(parent) => &bounds[parent].upper,
            _ => &pool,
        };
        let lower = bounds[sig].lower.intersection(parent);
        let is_open = scopes.sizes(sig).is_some_and(|sizes| sizes.min < sizes.max);
        let is_fixed = !fixed[sig].is_empty() && !is_open;
        let mut upper = lower.clone();
        if !is_fixed {
            let mut at = sig;
            while let SigKind::Extends(above) = model.sigs[at].kind {
                at = above;
                own(at).filter(|atom| parent.contains(atom)).for_each(|atom| upper.insert(atom));
            }
            let open = free.indices().filter(|&atom| parent.contains_index(atom));
            open.for_each(|atom| upper.insert_index(atom));
        }
        bounds[sig] = Bound { lower, upper };
    }
    Ok(())
}

/// In place: a set for each of ten thousand sigs would be copied as often.
fn union_of(bounds: &BySig<Bound>, mut sigs: impl Iterator<Item = SigId>) -> Bound {
    let first = sigs.next().expect("a union of at least one sig");
    let mut all = bounds[first].clone();
    for sig in sigs {
        let Bound { lower, upper } = &bounds[sig];
        lower.indices().for_each(|index| all.lower.insert_index(index));
        upper.indices().for_each(|index| all.upper.insert_index(index));
    }
    all
}

fn atoms(universe: &Universe, block: Range<u32>) -> TupleSet {
    let mut set = TupleSet::empty(universe.len(), 1);
    for atom in block {
        set.insert(&[AtomId(atom)]);
    }
    set
}
