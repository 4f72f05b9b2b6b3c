//! Texts and numbers that name other objects.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use super::SampleFinder;
use crate::sketch::SourceType;

/// The field by which the objects of a sig are named, and their names.
pub(super) struct Identity {
    sig: usize,
    /// The field that names each.
    field: String,
    names: BTreeSet<String>,
}

impl SampleFinder<'_> {
    /// The sigs whose objects are named by texts or numbers, each by its own.
    pub(super) fn identities(&self) -> Vec<Identity> {
        (0..self.sigs.len()).filter_map(|sig| self.identity(sig)).collect()
    }

    fn identity(&self, sig: usize) -> Option<Identity> {
        ["id", "name", "key", "uuid"].into_iter().find_map(|field| {
            let mut named: BTreeMap<String, &Map<String, Json>> = BTreeMap::new();
            let is_identity = self.sigs[sig].occurrences.iter().all(|object| {
                // Two documents may hold the same one.
                let name = object.get(field).and_then(text);
                name.is_some_and(|name| *named.entry(name).or_insert(object) == *object)
            });
            let is_identity = is_identity && named.len() > 1;
            let names = named.into_keys().collect();
            is_identity.then(|| Identity { sig, field: field.to_owned(), names })
        })
    }

    /// The type of a field whose values all name objects of one sig.
    pub(super) fn reference(
        &self,
        identities: &[Identity],
        sig: usize,
        field: &str,
        values: &[&Json],
    ) -> Option<(SourceType, String)> {
        let is_listed = values.iter().any(|value| value.is_array());
        let items: Vec<&Json> = values
            .iter()
            .flat_map(|value| value.as_array().map_or(vec![*value], |items| items.iter().collect()))
            .filter(|value| !value.is_null())
            .collect();
        let texts: Option<Vec<String>> = items.iter().map(|item| text(item)).collect();
        let texts = texts.filter(|texts| !texts.is_empty())?;
        let is_number = items.iter().any(|item| item.is_number());
        let is_named = |of: usize| {
            let (field, name) = (field.to_lowercase(), self.sigs[of].name.to_lowercase());
            field.ends_with("id")
                || field.ends_with("ids")
                || field.ends_with("ref")
                || field.contains(&name)
        };
        let identity = identities.iter().find(|identity| {
            (identity.sig, identity.field.as_str()) != (sig, field)
                && !matches!(field, "id" | "uuid")
                && texts.iter().all(|text| identity.names.contains(text))
                && (!is_number || is_named(identity.sig))
        })?;
        let (name, id) = (self.sigs[identity.sig].name.clone(), &identity.field);
        let note = format!("guess: a reference, for it is always the {id} of some {name}");
        let ty = SourceType::Named(name);
        let has_null = items.len() < values.len() && !is_listed;
        Some(match (is_listed, has_null) {
            (true, _) => (SourceType::Set(Box::new(ty)), note),
            (_, true) => (ty.optional(), note),
            _ => (ty, note),
        })
    }
}

fn text(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
