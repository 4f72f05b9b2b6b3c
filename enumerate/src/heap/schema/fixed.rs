//! The objects that are told apart by their number.

use korrel_lang::model::{Model, SigId, SigKind, SigMultiplicity};
use korrel_translate::total_orders;

use super::sort::{Sort, is_hidden};

/// The sigs whose objects are never renamed within their top-level sig, in the order in which their
/// objects are numbered: ordered sigs, and `one` sigs that extend another. No one of them extends
/// another one.
pub(super) fn fixed(model: &Model) -> Vec<SigId> {
    let ordered = ordered(model);
    let mut found = Vec::new();
    for top in model.top_level().filter(|&top| Sort::of(model, top) == [Sort::Object(top)]) {
        add(model, top, &ordered, &mut found);
    }
    found
}

fn add(model: &Model, sig: SigId, ordered: &[SigId], found: &mut Vec<SigId>) {
    if ordered.contains(&sig) {
        found.push(sig);
        return;
    }
    let declared = &model.sigs[sig];
    declared.children.iter().for_each(|&child| add(model, child, ordered, found));
    let extends = matches!(declared.kind, SigKind::Extends(_));
    if extends && declared.multiplicity == SigMultiplicity::One && declared.children.is_empty() {
        found.push(sig);
    }
}

/// The sigs whose order stands in the numbers of their objects: an order that a sig of the user's
/// holds is written in that sig's fields, and numbers say nothing then.
fn ordered(model: &Model) -> Vec<SigId> {
    let mut open: Vec<SigId> = total_orders(model)
        .into_iter()
        .filter(|order| is_hidden(model, order.owner))
        .map(|order| order.sig)
        .collect();
    let mut found = Vec::new();
    while let Some(sig) = open.pop() {
        match &model.sigs[sig].kind {
            // An ordered subset sig is all of what it lies in.
            SigKind::Subset { parents, .. } => open.extend(parents),
            _ => found.push(sig),
        }
    }
    found
}
