//! A record, read as the caller wants it.

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::{Codec, Misfit};
use crate::header::number;
use crate::{Heap, MalformedRecord};

/// A record of heapgraph/1, and the codec that reads it.
///
/// A type of the caller's own is filled by serde. It says itself what becomes of a reference. Where it has
/// a struct, the object stands there. Where it has a `String`, the object's id. A sum of sigs is an enum whose
/// variants are called like them.
///
/// ```
/// use korrel_heapgraph::Header;
/// use korrel_heapgraph::typed::{Codec, TypedHeap, Values};
///
/// #[derive(serde::Deserialize)]
/// struct Node {
///     key: String,
///     next: Option<Box<Node>>,
/// }
///
/// let header = serde_json::json!({"format": "heapgraph/1", "roots": {"head": "Node"},
///     "types": {"Key": {}, "Node": {"key": "Key", "next": "Node?"}}});
/// let codec = Codec::new(Header::read(&header)?, &Values::new().of("Key", ["", "é"]))?;
/// let line = r#"{"id": 0, "roots": {"head": "Node$0"}, "objects": {"Key$0": {"$type": "Key"}, "Key$1": {"$type": "Key"},
///     "Node$0": {"$type": "Node", "key": "Key$1", "next": "Node$1"},
///     "Node$1": {"$type": "Node", "key": "Key$0", "next": null}}}"#;
/// let heap = TypedHeap::new(codec.into(), line.to_owned())?;
/// let head: Node = heap.root("head")?;
/// assert_eq!((&head.key[..], head.next.map(|next| next.key)), ("é", Some("".to_owned())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TypedHeap {
    pub(super) codec: Arc<Codec>,
    line: String,
    record: Json,
}

impl TypedHeap {
    /// The heap of a line that fits the codec's types.
    ///
    /// # Errors
    /// A line that is no JSON.
    pub fn new(codec: Arc<Codec>, line: String) -> Result<TypedHeap, serde_json::Error> {
        let record = serde_json::from_str(&line)?;
        Ok(TypedHeap { codec, line, record })
    }

    pub(super) fn of_record(codec: Arc<Codec>, record: Json) -> TypedHeap {
        TypedHeap { codec, line: record.to_string(), record }
    }

    /// Its number, from 0.
    ///
    /// # Panics
    /// If the record has none.
    pub fn id(&self) -> u64 {
        self.record["id"].as_u64().expect("a record has an id")
    }

    /// Its key, if keys are wanted.
    pub fn key(&self) -> Option<&str> {
        self.record["key"].as_str()
    }

    /// The record of heapgraph/1, byte for byte as the program writes it.
    pub fn json(&self) -> &str {
        &self.line
    }

    /// The record as a tree of JSON.
    pub fn record(&self) -> &Json {
        &self.record
    }

    /// The types that read it, and the values that its atoms stand for.
    pub fn codec(&self) -> &Codec {
        &self.codec
    }

    /// The objects with their types and fields, the roots, and the witnesses.
    ///
    /// # Errors
    /// A record that does not fit the types.
    pub fn heap(&self) -> Result<Heap, MalformedRecord> {
        Heap::read(&self.codec.types, &self.record)
    }

    /// All roots, as a struct or a map whose fields are called like them.
    ///
    /// # Errors
    /// A type that does not fit, an atom without a value, or an object within itself.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, Misfit> {
        self.codec.decode_roots(self.members("objects"), self.members("roots"))
    }

    /// One root.
    ///
    /// # Errors
    /// As [`TypedHeap::decode`]. It is also an error if there is none of this name.
    pub fn root<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        self.member("roots", name)
    }

    /// The objects of a subset sig.
    ///
    /// # Errors
    /// As [`TypedHeap::root`].
    pub fn set<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        self.member("sets", name)
    }

    /// A relation of atoms that are no objects, such as `Warm.degree`.
    ///
    /// # Errors
    /// As [`TypedHeap::root`].
    pub fn relation<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        self.member("relations", name)
    }

    /// The object with this id, `Node$0`.
    ///
    /// # Errors
    /// As [`TypedHeap::decode`]. It is also an error if there is none.
    pub fn object<T: DeserializeOwned>(&self, id: &str) -> Result<T, Misfit> {
        let objects = self.members("objects");
        if !objects.contains_key(id) {
            return Err(Misfit::new(format!("there is no object {id}")));
        }
        self.codec.decode(objects, &Json::from(id), None, id)
    }

    /// The ids of the objects of a type, and of those that extend it.
    pub fn ids(&self, of: &str) -> impl Iterator<Item = &str> {
        let types = &self.codec.types;
        self.members("objects").iter().filter_map(move |(id, fields)| {
            let own = fields["$type"].as_str()?;
            types.ancestors(own).any(|one| one == of).then_some(id.as_str())
        })
    }

    /// A text for people who look for a failure: a drawing of the heap, the caller's values that it stands for, and the
    /// record.
    pub fn shown(&self, drawing: &str) -> String {
        let mut lines: Vec<String> = drawing.lines().map(str::to_owned).collect();
        let values = self.values();
        if !values.is_empty() {
            lines.push(String::new());
            lines.extend(values);
        }
        lines.push(String::new());
        lines.push(self.line.clone());
        lines.join("\n")
    }

    /// `Key$0 is "é"`, `3 is "b"`.
    fn values(&self) -> Vec<String> {
        let Codec { types, tables } = &*self.codec;
        let value = |sig: &str, number: i64| tables.value(sig, number).ok().flatten();
        let atoms = self.members("objects").iter().filter_map(|(id, fields)| {
            let sig = tables.sig_of(types, fields["$type"].as_str()?)?;
            Some(format!("{id} is {}", value(sig, number(id).unwrap_or(-1))?))
        });
        let mut integers = BTreeSet::new();
        for part in ["roots", "objects", "sets", "relations"] {
            add_integers(&self.record[part], &mut integers);
        }
        let integers =
            integers.into_iter().filter_map(|n| Some(format!("{n} is {}", value("Int", n)?)));
        atoms.chain(integers).collect()
    }

    fn member<T: DeserializeOwned>(&self, among: &str, name: &str) -> Result<T, Misfit> {
        let value = self.members(among).get(name);
        let value = value.ok_or_else(|| {
            let there: Vec<&str> = self.members(among).keys().map(String::as_str).collect();
            Misfit::new(format!("there is no `{name}` among the {among}: {}", there.join(", ")))
        })?;
        let shape = self.codec.types.shape(among, name);
        self.codec.decode(self.members("objects"), value, shape.as_ref(), name)
    }

    pub(super) fn members(&self, among: &str) -> &Map<String, Json> {
        static NONE: LazyLock<Map<String, Json>> = LazyLock::new(Map::new);
        self.record[among].as_object().unwrap_or(&NONE)
    }
}

/// The integers that occur, keys of maps included.
fn add_integers(value: &Json, found: &mut BTreeSet<i64>) {
    match value {
        Json::Number(number) => found.extend(number.as_i64()),
        Json::Array(items) => items.iter().for_each(|item| add_integers(item, found)),
        Json::Object(members) => {
            found.extend(members.keys().filter_map(|key| key.parse::<i64>().ok()));
            members.values().for_each(|value| add_integers(value, found));
        }
        _ => {}
    }
}
