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

    pub fn json(&self) -> &Json {
        self.0.json.get_or_init(|| {
            serde_json::from_str(self.text()).expect("a record that Korrel writes is JSON")
        })
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

/// True if a record is one of a trace.
pub fn is_trace(record: &Json) -> bool {
    record.get("states").is_some() && record.get("objects").is_none()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Record;

    #[test]
    fn text_and_json_are_the_same_heap() {
        let heap =
            json!({ "roots": { "s": "{\"$type\":" }, "objects": { "A$0": { "$type": "A" } } });
        let (given, written) = (Record::from(heap.clone()), Record::written(heap.to_string()));
        assert_eq!((written.size(), given.size()), (1, 1));
        assert_eq!(written.json(), &heap);
        assert_eq!(given.text(), written.text());
        assert_eq!(written.size(), 1);
        let trace =
            json!({ "states": [heap, { "changed": { "A$0": null, "B$0": { "$type": "B" } } }] });
        assert_eq!(Record::written(trace.to_string()).size(), 2);
    }
}
