//! The values that can stand in one column of a relation.

use korrel_lang::model::{Model, SigId};

use super::names::SchemaNames;
use super::sort::Sort;

/// A union of sorts.
///
/// Invariant: no sort twice, no type of object beside one that it extends, and `Any` only alone.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SortColumn {
    pub sorts: Vec<Sort>,
}

impl SortColumn {
    pub fn new(model: &Model, sigs: impl IntoIterator<Item = SigId>) -> SortColumn {
        let mut column = SortColumn::default();
        for sort in sigs.into_iter().flat_map(|sig| Sort::of(model, sig)) {
            column.add(model, sort);
        }
        column
    }

    pub(crate) fn any() -> SortColumn {
        SortColumn { sorts: vec![Sort::Any] }
    }

    fn add(&mut self, model: &Model, sort: Sort) {
        if !self.sorts.iter().any(|&other| covers(model, other, sort)) {
            self.sorts.retain(|&other| !covers(model, sort, other));
            self.sorts.push(sort);
        }
    }

    /// True if all its values are written the same way, so that they can be the keys of one object.
    pub(crate) fn is_uniform(&self) -> bool {
        self.sorts.first().is_some_and(|&first| self.sorts.iter().all(|&sort| first.is_alike(sort)))
    }

    /// The column as a header declares it: `Dir|File`.
    pub(crate) fn declared(&self, names: &SchemaNames) -> korrel_heapgraph::Column {
        let texts: Vec<&str> = self.sorts.iter().map(|&sort| sort_text(names, sort)).collect();
        korrel_heapgraph::Column::new(if texts.is_empty() {
            "none".to_owned()
        } else {
            texts.join("|")
        })
    }
}

/// True if each value of `sub` is one of `sup`.
fn covers(model: &Model, sup: Sort, sub: Sort) -> bool {
    match (sup, sub) {
        (Sort::Any, _) => true,
        (Sort::Object(sup), Sort::Object(sub)) => model.is_descendant(sub, sup),
        _ => sup == sub,
    }
}

fn sort_text(names: &SchemaNames, sort: Sort) -> &str {
    match sort {
        Sort::Object(sig) | Sort::Enum(sig) => names.get(sig),
        Sort::Boolean => "bool",
        Sort::Integer => "int",
        Sort::String => "string",
        Sort::Any => "univ",
    }
}
