//! Sigs whose atoms stand in a total order.
//!
//! `open util/ordering[S]` says that `Ord.Next` is some total order on S. All of them are alike, so
//! one is as good as the other: the order of its atoms' numbers, its *natural* order, is taken as a
//! constant. The order tells S's atoms apart, so they drop out of all symmetry. (Kodkod does the same:
//! Torlak and Jackson 2007, section 3.3.) Which atom belongs to which child of S is then a choice, even
//! for a child that is a `one` sig: a fixed atom for it would choose its place in the order, too.
//!
//! A sig with children beside it whose size is open has no atoms of its own to fix: those of the
//! parent stay interchangeable. Its order is a choice, but its cells come first, so that the canonical
//! labelling is one with the natural order ([`crate::symmetry`]).
//!
//! A second order on the same atoms is no constant either: it is a choice relative to the first.

use korrel_lang::model::{FieldId, Model, SigId, SigKind, SigMultiplicity};

use crate::scope::Scopes;
use crate::scope::ordered::{TotalOrder, total_orders};

/// A total order of one owner's, which is the natural one of a sig's atoms.
#[derive(Clone, Copy, Debug)]
pub struct Order {
    /// The sig whose atoms they are: not a subset sig.
    pub sig: SigId,
    /// The least number of its atoms.
    pub min: u32,
    pub owner: SigId,
    pub first: FieldId,
    pub next: FieldId,
    pub place: OrderPlace,
}

/// The place where an order's atoms stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderPlace {
    /// They are all atoms of a top-level sig.
    TopLevel,
    /// They are as many atoms of a top-level sig as are known, and always the same.
    Fixed,
    /// They are some atoms of a top-level sig, the first ones in the canonical labelling.
    Leading,
}

/// The orders that are natural ones: if several share atoms, the one of most atoms.
pub fn orders(model: &Model, scopes: &Scopes) -> Vec<Order> {
    let declared = total_orders(model);
    let is_ordered = |sig: SigId| declared.iter().any(|order| model.is_descendant(sig, order.sig));
    let natural = declared.iter().filter(|order| !is_ordered(order.owner));
    let mut natural: Vec<Order> =
        natural.filter_map(|order| as_natural(model, scopes, *order)).collect();
    // Stable: the first of equals stays first.
    natural.sort_by_key(|order| depth(model, order.sig));
    let mut orders: Vec<Order> = Vec::new();
    for order in natural {
        if !orders.iter().any(|other| model.is_descendant(order.sig, other.sig)) {
            orders.push(order);
        }
    }
    orders
}

/// The number of sigs that it extends.
fn depth(model: &Model, sig: SigId) -> usize {
    match model.sigs[sig].kind {
        SigKind::Extends(parent) => 1 + depth(model, parent),
        _ => 0,
    }
}

/// An order with one owner, of a sig that has atoms.
fn as_natural(model: &Model, scopes: &Scopes, declared: TotalOrder) -> Option<Order> {
    let TotalOrder { owner, first, next, .. } = declared;
    let is_single = model.sigs[owner].multiplicity == SigMultiplicity::One
        && model.sigs[owner].children.is_empty();
    let sig = prime(model, scopes, declared.sig)?;
    let sizes = scopes.sizes(sig).filter(|sizes| sizes.max > 0)?;
    let place = match model.sigs[sig].kind {
        SigKind::TopLevel => OrderPlace::TopLevel,
        _ if sizes.min == sizes.max => OrderPlace::Fixed,
        _ => OrderPlace::Leading,
    };
    let order = Order { sig, min: sizes.min, owner, first, next, place };
    is_single.then_some(order)
}

/// The sig whose atoms a sig has: itself, or the only one that a subset sig is all of, by its
/// declaration or by its order.
fn prime(model: &Model, scopes: &Scopes, sig: SigId) -> Option<SigId> {
    match &model.sigs[sig].kind {
        SigKind::TopLevel | SigKind::Extends(_) => Some(sig),
        SigKind::Builtin => None,
        SigKind::Subset { parents, exact: true } if parents.len() == 1 => {
            prime(model, scopes, parents[0])
        }
        SigKind::Subset { .. } => {
            let mut whole = scopes.fills().iter().filter(|fill| fill.sig == sig);
            match (whole.next().and_then(|fill| fill.of), whole.next()) {
                (Some(of), None) => prime(model, scopes, of),
                _ => None,
            }
        }
    }
}
