//! Members of JSON objects, taken out with exact complaints.

use serde_json::{Map, Value};

/// The mistake in a record, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wrong {
    /// A JSON path from the record, `$.fail.cause`.
    pub path: String,
    pub what: String,
}

impl Wrong {
    pub fn new(path: impl Into<String>, what: impl Into<String>) -> Wrong {
        Wrong { path: path.into(), what: what.into() }
    }

    /// It is of another kind than it must be.
    pub fn kind(path: &str, expected: &str, found: &Value) -> Wrong {
        Wrong::new(path, format!("must be {expected}, but is {}", kind(found)))
    }
}

impl std::fmt::Display for Wrong {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.path, self.what)
    }
}

/// The kind of a value, with its article.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// No key but these.
pub(crate) fn only(record: &Map<String, Value>, path: &str, keys: &[&str]) -> Result<(), Wrong> {
    match record.keys().find(|key| !keys.contains(&key.as_str())) {
        None => Ok(()),
        Some(key) => Err(Wrong::new(
            format!("{path}.{key}"),
            format!("no such key; there are {}", keys.join(", ")),
        )),
    }
}

pub(crate) fn text(value: &Value, path: &str) -> Result<String, Wrong> {
    value.as_str().map(str::to_owned).ok_or_else(|| Wrong::kind(path, "a string", value))
}

pub(crate) fn object<'v>(value: &'v Value, path: &str) -> Result<&'v Map<String, Value>, Wrong> {
    value.as_object().ok_or_else(|| Wrong::kind(path, "an object", value))
}

pub(crate) fn array<'v>(value: &'v Value, path: &str) -> Result<&'v [Value], Wrong> {
    value.as_array().map(Vec::as_slice).ok_or_else(|| Wrong::kind(path, "an array", value))
}
