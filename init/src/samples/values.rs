//! The type of what stands at one place, and why.

use serde_json::Value as Json;

use super::SampleFinder;
use crate::notes::joined;
use crate::sketch::SourceType;

impl<'a> SampleFinder<'a> {
    /// The type of what stands at one place, and why.
    pub(super) fn ty(
        &mut self,
        sig: usize,
        field: &str,
        values: &[&'a Json],
    ) -> (SourceType, String) {
        let there: Vec<&Json> = values.iter().copied().filter(|value| !value.is_null()).collect();
        if there.is_empty() {
            let note = if values.is_empty() { "" } else { "guess: it is always null" };
            return (SourceType::Any.optional(), note.to_owned());
        }
        let (ty, note) = self.present(sig, field, &there);
        if there.len() < values.len() { (ty.optional(), note) } else { (ty, note) }
    }

    fn present(&mut self, sig: usize, field: &str, values: &[&'a Json]) -> (SourceType, String) {
        if values.iter().all(|value| value.is_array()) {
            let arrays = values.iter().filter_map(|value| value.as_array());
            return self.arrays(sig, field, &arrays.collect::<Vec<_>>());
        }
        if values.iter().all(|value| value.is_object()) {
            let objects = values.iter().filter_map(|value| value.as_object());
            return self.objects(sig, field, &objects.collect::<Vec<_>>());
        }
        if values.iter().any(|value| value.is_object() || value.is_array()) {
            return self.mixed(sig, field, values);
        }
        self.scalars(field, values)
    }

    fn arrays(
        &mut self,
        sig: usize,
        field: &str,
        arrays: &[&'a Vec<Json>],
    ) -> (SourceType, String) {
        let items: Vec<&Json> = arrays.iter().flat_map(|array| array.iter()).collect();
        let (of, note) = self.ty(sig, field, &items);
        let mut items = arrays
            .iter()
            .flat_map(|array| array.iter().enumerate().map(move |(at, item)| (&array[..at], item)));
        let repeats = items.any(|(before, item)| before.contains(item));
        let (ty, why) = match repeats {
            true => (
                SourceType::Sequence(Box::new(of)),
                "guess: some item stands there twice, so order counts",
            ),
            false => (SourceType::Set(Box::new(of)), "guess: no item stands there twice, so a set"),
        };
        (ty, joined(&[why, &note]))
    }

    /// Values of several kinds.
    fn mixed(&mut self, sig: usize, field: &str, values: &[&'a Json]) -> (SourceType, String) {
        let (mut types, mut notes) = (Vec::new(), Vec::new());
        for is_kind in [Json::is_object, Json::is_array, is_scalar] {
            let some: Vec<&Json> = values.iter().copied().filter(|value| is_kind(value)).collect();
            if !some.is_empty() {
                let (ty, note) = self.present(sig, field, &some);
                types.push(ty);
                notes.push(note);
            }
        }
        (SourceType::union(types), joined(&notes))
    }
}

fn is_scalar(value: &Json) -> bool {
    !value.is_object() && !value.is_array()
}
