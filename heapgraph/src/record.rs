//! A heap on its way: its text and its JSON, each made once.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use serde_json::Value as Json;

/// A JSON object such as `{"roots":{…},"objects":{…}}`. Copies share it.
///
/// It has a text or a value from the beginning, and makes the other one when that is first asked for: a search writes
/// text, a pipe takes text, a judge reads values.
#[derive(Clone, Debug)]
pub struct Record(Arc<Forms>);

/// Invariant: one of the two is there.
#[derive(Debug, Default)]
struct Forms {
    text: OnceLock<String>,
    json: OnceLock<Json>,
}

impl Record {
    /// `text` is the JSON object, on one line, as Korrel writes it.
    pub fn written(text: String) -> Record {
        Record(Arc::new(Forms { text: OnceLock::from(text), json: OnceLock::new() }))
    }

    pub fn text(&self) -> &str {
        self.0.text.get_or_init(|| self.json().to_string())
    }

    /// The text, if the record has one and needs none made.
    pub fn written_text(&self) -> Option<&str> {
        self.0.text.get().map(String::as_str)
    }

    pub fn json(&self) -> &Json {
        self.0.json.get_or_init(|| {
            serde_json::from_str(self.text()).expect("a record that Korrel writes is JSON")
        })
    }

    /// True if the heap has an object of this id.
    pub fn has_object(&self, id: &str) -> bool {
        match self.plain_text() {
            Some(text) => members_in(text, id).is_some(),
            None => self.json()["objects"].get(id).is_some(),
        }
    }

    /// True if it has one that has a member of this name.
    pub fn has_member(&self, id: &str, name: &str) -> bool {
        match self.plain_text() {
            Some(text) => {
                members_in(text, id).is_some_and(|mut names| names.any(|one| one == name))
            }
            None => self.json()["objects"].get(id).is_some_and(|object| object.get(name).is_some()),
        }
    }

    /// The text, if that of a heap is there, no tree has been made of it yet, and no string in it has an escape.
    fn plain_text(&self) -> Option<&str> {
        let text = self.written_text().filter(|_| self.0.json.get().is_none())?;
        (text.starts_with("{\"roots\":") && !text.contains('\\')).then_some(text)
    }

    /// The number of objects. In a trace, of those that are in any state.
    pub fn size(&self) -> u64 {
        match (self.0.json.get(), self.0.text.get()) {
            (None, Some(text)) if !text.starts_with("{\"states\":") => {
                // Within a string each quotation mark has a backslash before it.
                text.matches("{\"$type\":").count() as u64
            }
            _ if is_trace(self.json()) => {
                let states = self.json()["states"].as_array().into_iter().flatten();
                let ids = states.flat_map(|state| {
                    let told = state.get("objects").or(state.get("changed"));
                    told.and_then(Json::as_object).into_iter().flat_map(|objects| objects.keys())
                });
                ids.collect::<BTreeSet<_>>().len() as u64
            }
            _ => self.json()["objects"].as_object().map_or(0, |objects| objects.len() as u64),
        }
    }
}

impl From<Json> for Record {
    fn from(json: Json) -> Record {
        Record(Arc::new(Forms { text: OnceLock::new(), json: OnceLock::from(json) }))
    }
}

/// The members of an object in a text without escapes.
fn members_in<'t>(text: &'t str, id: &str) -> Option<impl Iterator<Item = &'t str> + use<'t>> {
    // Only objects begin with a type.
    let begin = text.match_indices("\":{\"$type\":").find_map(|(end, _)| {
        let is_it = text[..end].strip_suffix(id).is_some_and(|before| before.ends_with('"'));
        is_it.then_some(end + 3)
    })?;
    // Every second piece between quotation marks is a string.
    let mut depth = 0_usize;
    let mut pieces = text[begin..].split('"').peekable();
    Some(std::iter::from_fn(move || {
        loop {
            for byte in pieces.next()?.bytes() {
                match byte {
                    b'{' => depth += 1,
                    b'}' => depth = depth.checked_sub(1)?,
                    _ => {}
                }
            }
            let string = pieces.next()?;
            if depth == 0 && pieces.peek().is_some_and(|after| after.starts_with(':')) {
                return Some(string);
            }
        }
    }))
}

/// True if a record is one of a trace.
pub fn is_trace(record: &Json) -> bool {
    record.get("states").is_some() && record.get("objects").is_none()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Record;

    const HEAP: &str = r#"{"roots":{"a":"A$0"},"objects":{"A$0":{"$type":"A","m":{"k":"k","l":3},"n":["o"],"p":null},"BA$0":{"$type":"B","q":"q"}}}"#;

    /// If this fails, a right answer is called malformed, or one that names what is not there is judged.
    #[test]
    fn members_are_known_without_a_tree() {
        let (text, tree) = (Record::written(HEAP.to_owned()), Record::written(HEAP.to_owned()));
        tree.json();
        for id in ["A$0", "BA$0", "A$", "$0", "a", "m", ""] {
            assert_eq!(text.has_object(id), tree.has_object(id), "{id}");
            for name in ["$type", "m", "n", "p", "k", "l", "o", "q", "A", "A$0", "BA$0", ""] {
                assert_eq!(text.has_member(id, name), tree.has_member(id, name), "{id}.{name}");
            }
        }
        assert!(text.plain_text().is_some() && tree.plain_text().is_none());
    }

    #[test]
    fn text_and_json_are_the_same_heap() {
        let heap =
            json!({ "roots": { "s": "{\"$type\":" }, "objects": { "A$0": { "$type": "A" } } });
        let (given, written) = (Record::from(heap.clone()), Record::written(heap.to_string()));
        assert_eq!((written.size(), given.size()), (1, 1));
        assert_eq!(written.json(), &heap);
        assert_eq!(given.text(), written.text());
        assert_eq!(written.size(), 1);
        for record in [&given, &written, &Record::written(HEAP.to_owned())] {
            assert!(
                record.has_object("A$0") && !record.has_object("A$1") && !record.has_object("")
            );
        }
        let trace =
            json!({ "states": [heap, { "changed": { "A$0": null, "B$0": { "$type": "B" } } }] });
        assert_eq!(Record::written(trace.to_string()).size(), 2);
    }
}
