//! The objects that their numbers tell apart.

use korrel_lang::model::{Model, SigId, SigKind, SigMultiplicity};

use super::sort::Sort;

/// The sigs whose objects are never renamed within their top-level sig, in the order in which their
/// objects are numbered: those whose order the numbers tell, and `one` sigs that extend another. No one
/// of them extends another one.
pub(super) fn fixed(model: &Model, told: Vec<SigId>) -> Vec<SigId> {
    let ordered = holders(model, told);
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
    // The object of a `one var sig` may be another one in each state.
    let is_one = declared.multiplicity == SigMultiplicity::One && !declared.is_variable;
    if extends && is_one && declared.children.is_empty() {
        found.push(sig);
    }
}

/// The sigs that hold the objects of some.
fn holders(model: &Model, mut open: Vec<SigId>) -> Vec<SigId> {
    let mut found = Vec::new();
    while let Some(sig) = open.pop() {
        match &model.sigs[sig].kind {
            // A subset sig whose order its objects' numbers tell is all of what it lies in.
            SigKind::Subset { parents, .. } => open.extend(parents),
            _ => found.push(sig),
        }
    }
    found
}
