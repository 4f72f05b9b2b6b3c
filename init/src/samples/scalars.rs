//! Texts, numbers and truth values, and enums, where few texts occur often.

use std::collections::BTreeSet;

use serde_json::Value as Json;

use super::SampleFinder;
use crate::sketch::{EnumSketch, SourceType};
use crate::spec::capital;

/// So many different texts at the most make an enum.
const FEW: usize = 6;

impl SampleFinder<'_> {
    pub(super) fn scalars(&mut self, field: &str, values: &[&Json]) -> (SourceType, String) {
        let types = values.iter().map(|value| match value {
            Json::Bool(_) => SourceType::Bool,
            Json::Number(number) if number.is_i64() || number.is_u64() => SourceType::Int,
            Json::Number(_) => SourceType::Number,
            _ => SourceType::Text,
        });
        let mut types: Vec<SourceType> = types.collect();
        types.sort();
        types.dedup();
        if types == [SourceType::Int, SourceType::Number] {
            return (SourceType::Number, String::new());
        }
        if types == [SourceType::Text]
            && let Some(name) = self.enumeration(field, values)
        {
            return (SourceType::Named(name), "guess: only these texts occur".to_owned());
        }
        (SourceType::union(types), String::new())
    }

    /// An enum, where few texts occur often.
    fn enumeration(&mut self, field: &str, values: &[&Json]) -> Option<String> {
        let texts: BTreeSet<&str> = values.iter().filter_map(|value| value.as_str()).collect();
        let is_word = |text: &&str| {
            text.starts_with(|c: char| c.is_ascii_alphabetic())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
        };
        let often = values.len() >= 3 * texts.len() && values.len() > 3;
        if !often || texts.len() > FEW || !texts.iter().all(is_word) {
            return None;
        }
        let name = capital(field.trim_end_matches(" item"));
        let values: Vec<String> = texts.into_iter().map(str::to_owned).collect();
        if let Some(known) = self.enums.iter_mut().find(|of| of.name == name) {
            let new = values.into_iter().filter(|value| !known.values.contains(value));
            let new: Vec<String> = new.collect();
            known.values.extend(new);
        } else if self.sigs.iter().any(|sig| sig.name == name) {
            return None;
        } else {
            self.enums.push(EnumSketch { name: name.clone(), values, note: String::new() });
        }
        Some(name)
    }
}
