//! An input: its objects, each with a name that a library takes.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

pub struct Heap<'r> {
    pub operation: &'r str,
    roots: &'r Value,
    objects: &'r Value,
}

/// Names in pairs.
pub type Pairs = BTreeSet<(String, String)>;

impl<'r> Heap<'r> {
    pub fn new(request: &'r Value) -> Heap<'r> {
        let operation = request["op"].as_str().expect("a request has an operation");
        Heap { operation, roots: &request["roots"], objects: &request["objects"] }
    }

    /// The objects of a root, in their order.
    pub fn all(&self, root: &str) -> Vec<&'r str> {
        texts(&self.roots[root])
    }

    /// The objects that a field of an object holds.
    pub fn field(&self, object: &str, field: &str) -> Vec<&'r str> {
        texts(&self.objects[object][field])
    }

    /// A field that is a relation.
    pub fn pairs_of(&self, object: &str, field: &str) -> Vec<(&'r str, &'r str)> {
        pairs(&self.objects[object][field])
    }

    /// A field's value as a text.
    pub fn text(&self, object: &str, field: &str) -> String {
        match &self.objects[object][field] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        }
    }

    pub fn has_root(&self, root: &str) -> bool {
        self.roots.get(root).is_some()
    }

    /// A root that is a relation of three columns.
    pub fn triples(&self, root: &str) -> Vec<[&'r str; 3]> {
        let all = self.roots[root].as_array().into_iter().flatten();
        let triple = |row: &'r Value| Some([row[0].as_str()?, row[1].as_str()?, row[2].as_str()?]);
        all.filter_map(triple).collect()
    }

    /// A root that is a relation, by names.
    pub fn expected(&self, root: &str, names: &Names<'_>) -> Pairs {
        let named = |(one, other): (&str, &str)| (names[one].clone(), names[other].clone());
        pairs(&self.roots[root]).into_iter().map(named).collect()
    }
}

/// Objects by what they are called in a library.
pub type Names<'r> = BTreeMap<&'r str, String>;

/// Calls objects by a letter and a number.
pub fn named<'r>(objects: &[&'r str], prefix: &str) -> Names<'r> {
    let name = |(number, object): (usize, &&'r str)| (*object, format!("{prefix}{number}"));
    objects.iter().enumerate().map(name).collect()
}

/// The first difference of what is expected and what is given.
pub fn compare(what: &str, expected: &Pairs, given: &Pairs) -> Result<(), (String, String)> {
    let told = |cause: &str, pair: Option<&(String, String)>| {
        pair.map(|(one, other)| Err((format!("{what}: {cause}"), format!("{one}, {other}"))))
    };
    let missing = told("refuses what is allowed", expected.difference(given).next());
    let more = told("allows what is refused", given.difference(expected).next());
    missing.or(more).unwrap_or(Ok(()))
}

fn texts(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect(),
        Value::String(text) => vec![text],
        _ => Vec::new(),
    }
}

fn pairs(value: &Value) -> Vec<(&str, &str)> {
    let all = value.as_array().into_iter().flatten();
    all.filter_map(|pair| Some((pair[0].as_str()?, pair[1].as_str()?))).collect()
}
