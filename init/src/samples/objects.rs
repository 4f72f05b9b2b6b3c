//! Objects: tables, or of a type that is found by its place or its looks.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json};

use super::SampleFinder;
use crate::notes::joined;
use crate::sketch::SourceType;
use crate::spec::capital;

/// The least likeness of two sets of keys, in hundredths, at which nested objects are of one type.
const ALIKE: usize = 60;

impl<'a> SampleFinder<'a> {
    pub(super) fn objects(
        &mut self,
        sig: usize,
        field: &str,
        objects: &[&'a Map<String, Json>],
    ) -> (SourceType, String) {
        if is_table(objects) {
            let values: Vec<&Json> = objects.iter().flat_map(|object| object.values()).collect();
            let (ty, note) = self.ty(sig, &format!("{field} item"), &values);
            let why = "guess: its keys are data, so a map";
            return (
                SourceType::Map(Box::new(SourceType::Text), Box::new(ty)),
                joined(&[why, &note]),
            );
        }
        let target = self.target(sig, field, objects);
        let name = self.sigs[target].name.clone();
        let is_own = self.sigs[target].parent == Some(sig);
        let note = if is_own { String::new() } else { format!("guess: it looks like {name}") };
        (SourceType::Named(name), note)
    }

    /// The type of objects at one place, which gains them as occurrences.
    fn target(&mut self, sig: usize, field: &str, objects: &[&'a Map<String, Json>]) -> usize {
        let place = (sig, field.to_owned());
        let known = self.targets.get(&place).copied();
        let target = known.or_else(|| self.alike(sig, objects)).unwrap_or_else(|| {
            let name = singular(field.trim_end_matches(" item"));
            self.new_sig(&capital(&name), Some(sig), &[])
        });
        self.targets.insert(place, target);
        for object in objects {
            let known = &mut self.sigs[target].occurrences;
            if !known.iter().any(|other| std::ptr::eq(*other, *object)) {
                known.push(object);
            }
        }
        target
    }

    /// The nearest sig around the objects that looks like them, or else one that has just the same keys.
    fn alike(&self, sig: usize, objects: &[&Map<String, Json>]) -> Option<usize> {
        let keys: BTreeSet<&String> = objects.iter().flat_map(|object| object.keys()).collect();
        let of = |sig: usize| -> BTreeSet<&String> {
            self.sigs[sig].occurrences.iter().flat_map(|object| object.keys()).collect()
        };
        let likeness = |sig: usize| {
            let other = of(sig);
            let all = keys.union(&other).count().max(1);
            100 * keys.intersection(&other).count() / all
        };
        let mut around = std::iter::successors(Some(sig), |&at| self.sigs[at].parent);
        around
            .find(|&at| likeness(at) >= ALIKE)
            .or_else(|| (0..self.sigs.len()).find(|&at| keys.len() > 1 && likeness(at) == 100))
    }
}

/// True if objects are tables: their keys are no names, or change while the values are alike.
fn is_table(objects: &[&Map<String, Json>]) -> bool {
    let keys: BTreeSet<&String> = objects.iter().flat_map(|object| object.keys()).collect();
    if keys.is_empty() {
        return false;
    }
    let is_name = |key: &str| {
        key.starts_with(|c: char| c.is_ascii_alphabetic() || "_$@".contains(c))
            && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-$@".contains(c))
    };
    let kind = |value: &Json| match value {
        Json::Null => 0,
        Json::Bool(_) => 1,
        Json::Number(_) => 2,
        Json::String(_) => 3,
        Json::Array(_) => 4,
        Json::Object(_) => 5,
    };
    let kinds: BTreeSet<u8> = objects.iter().flat_map(|object| object.values()).map(kind).collect();
    let most = objects.iter().map(|object| object.len()).max().unwrap_or(0);
    let are_apart =
        objects.len() > 1 && keys.len() == objects.iter().map(|object| object.len()).sum::<usize>();
    let changes = are_apart || objects.len() > 2 && keys.len() > 2 * most;
    kinds.len() == 1 && (changes || keys.len() > 24 || keys.iter().any(|key| !is_name(key)))
}

/// `entries` holds each an `entry`.
fn singular(name: &str) -> String {
    match name {
        _ if name.ends_with("ies") && name.len() > 4 => format!("{}y", &name[..name.len() - 3]),
        _ if name.ends_with("sses") || name.ends_with("xes") => name[..name.len() - 2].to_owned(),
        _ if name.ends_with('s') && !name.ends_with("ss") && name.len() > 3 => {
            name[..name.len() - 1].to_owned()
        }
        _ => name.to_owned(),
    }
}
