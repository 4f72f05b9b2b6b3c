//! The names of sigs in a heap.
//!
//! The bare name where it is the only one, else the path, which tells `Node` of the main module from
//! `list/Node`. Types and enum values are counted apart: an id has a `$` and a value has none, so a
//! sig and a value of equal name cannot be taken for one another.

use std::collections::BTreeMap;

use korrel_lang::arena::Id;
use korrel_lang::model::{Model, SigId, SigKind};

use super::sort::is_hidden;

/// Invariant: as long as the model's sigs. No two types have one name, nor have two enum values.
#[derive(Clone, Debug)]
pub struct SchemaNames {
    of: Vec<String>,
}

impl SchemaNames {
    pub fn new(model: &Model) -> SchemaNames {
        let mut uses: BTreeMap<(bool, &str), usize> = BTreeMap::new();
        for sig in model.sigs.ids().filter(|&sig| !is_hidden(model, sig)) {
            *uses.entry(key(model, sig)).or_default() += 1;
        }
        let name = |sig: SigId| match uses.get(&key(model, sig)) {
            Some(1) => model.sigs[sig].name.clone(),
            _ => model.sigs[sig].path.clone(),
        };
        SchemaNames { of: model.sigs.ids().map(name).collect() }
    }

    pub fn get(&self, sig: SigId) -> &str {
        &self.of[sig.index()]
    }
}

fn key(model: &Model, sig: SigId) -> (bool, &str) {
    (is_enum_value(model, sig), &model.sigs[sig].name)
}

/// True if a sig is a value of an enum.
pub fn is_enum_value(model: &Model, sig: SigId) -> bool {
    matches!(model.sigs[sig].kind, SigKind::Extends(parent) if model.sigs[parent].is_enum)
}
