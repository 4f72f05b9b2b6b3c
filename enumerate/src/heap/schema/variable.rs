//! What changes within a trace.

use korrel_lang::model::{Model, SigId, SigKind};

use super::column::SortColumn;
use super::names::SchemaNames;
use super::sort::{Sort, is_hidden};

/// The names of what changes, as records have them: types and subset sigs, each followed by its fields.
pub(super) fn variable(model: &Model, names: &SchemaNames) -> Vec<String> {
    let mut found = Vec::new();
    for sig in model.sigs.ids().filter(|&sig| !is_hidden(model, sig)) {
        let (declared, name) = (&model.sigs[sig], names.get(sig));
        if lineage(model, sig).all(|line| model.sigs[line].is_variable) {
            found.push(name.to_owned());
        }
        let fields = declared.fields.iter().map(|&field| &model.fields[field]);
        let changing = fields.filter(|field| field.is_variable);
        found.extend(changing.map(|field| format!("{name}.{}", field.name)));
    }
    found
}

/// True if an object in the column may be in some states only: its sig and all that this extends are `var`.
pub(super) fn may_leave(model: &Model, column: &SortColumn) -> bool {
    let comes_and_goes = |sig: SigId| lineage(model, sig).all(|sig| model.sigs[sig].is_variable);
    column.sorts.iter().any(|sort| match sort {
        Sort::Object(sig) => comes_and_goes(*sig),
        Sort::Any => model.top_level().any(comes_and_goes),
        _ => false,
    })
}

/// A sig and all that it extends.
fn lineage(model: &Model, sig: SigId) -> impl Iterator<Item = SigId> {
    std::iter::successors(Some(sig), |&sig| match model.sigs[sig].kind {
        SigKind::Extends(parent) => Some(parent),
        _ => None,
    })
}
