//! Instances as heaps.

use std::fmt;
use std::sync::LazyLock;

use korrel_enumerate::heap::{HeapGraph, Keys, read};
use korrel_sat::Effort;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use crate::spec::Types;
use crate::typed::Misfit;

/// An instance: objects with fields that point at one another.
///
/// A type of the caller's own is filled by serde. It says itself what becomes of a reference: where it has
/// a struct, the object stands there; where it has a `String`, the object's id. A sum of sigs is an enum whose
/// variants are called like them.
///
/// ```
/// #[derive(serde::Deserialize, serde::Serialize)]
/// struct Node {
///     key: String,
///     next: Option<Box<Node>>,
/// }
///
/// let spec = "sig Key {}  sig Node { key: Key, next: lone Node }
///     pred list[head: Node] { Node = head.*next and Key = Node.key and no n: Node | n in n.^next }
///     run list for exactly 2 Node, exactly 2 Key";
/// let command = korrel::spec(spec)?.command("list")?;
/// let command = command.values(korrel::Values::new().of("Key", ["", "é"]))?;
/// for heap in command.instances() {
///     let heap = heap?;
///     let head: Node = heap.root("head")?;
///     assert!(head.next.is_some_and(|next| next.next.is_none() && next.key != head.key));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Heap {
    types: Types,
    line: String,
    record: Json,
}

impl Heap {
    /// The heap of a record of heapgraph/1 that fits the types.
    pub(crate) fn new(types: Types, line: String) -> Heap {
        let record = serde_json::from_str(&line).expect("we write JSON");
        Heap { types, line, record }
    }

    /// Its number, from 0.
    pub fn id(&self) -> u64 {
        self.record["id"].as_u64().expect("a record has an id")
    }

    /// Its key, if keys are wanted.
    pub fn key(&self) -> Option<&str> {
        self.record["key"].as_str()
    }

    /// The key, found now if it was not wanted from the start.
    pub fn find_key(&self) -> String {
        let find = || Keys::new(self.types.schema()).key(&self.graph(), &Effort::default());
        let key = self.key().map(str::to_owned);
        key.or_else(find).expect("nothing stops it")
    }

    /// The record of heapgraph/1, byte for byte as the program writes it.
    pub fn json(&self) -> &str {
        &self.line
    }

    /// The record as a tree of JSON.
    pub fn record(&self) -> &Json {
        &self.record
    }

    /// The types that read it, and write others like it.
    pub fn types(&self) -> &Types {
        &self.types
    }

    /// The objects with their types and fields, and the roots. Witnesses stand in the record only.
    pub fn graph(&self) -> HeapGraph<'_> {
        let (schema, model) = (self.types.schema(), self.types.model());
        read(schema, model, &self.record).expect("what is written can be read")
    }

    /// All roots, as a struct or a map whose fields are called like them.
    ///
    /// # Errors
    /// A type that does not fit, an atom without a value, or an object within itself.
    pub fn decode<T: DeserializeOwned>(&self) -> Result<T, Misfit> {
        self.types.codec().decode_roots(self.members("objects"), self.members("roots"))
    }

    /// One root.
    ///
    /// # Errors
    /// As [`Heap::decode`]; there is none of this name.
    pub fn root<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        self.member("roots", name)
    }

    /// The objects of a subset sig.
    ///
    /// # Errors
    /// As [`Heap::root`].
    pub fn set<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        self.member("sets", name)
    }

    /// A relation of what is no object, such as `Warm.degree`.
    ///
    /// # Errors
    /// As [`Heap::root`].
    pub fn relation<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        self.member("relations", name)
    }

    /// The object with this id, `Node$0`.
    ///
    /// # Errors
    /// As [`Heap::decode`]; there is none.
    pub fn object<T: DeserializeOwned>(&self, id: &str) -> Result<T, Misfit> {
        let objects = self.members("objects");
        if !objects.contains_key(id) {
            return Err(Misfit::new(format!("there is no object {id}")));
        }
        self.types.codec().decode(objects, &Json::from(id), None, id)
    }

    /// The ids of the objects of a type, and of those that extend it.
    pub fn ids(&self, of: &str) -> impl Iterator<Item = &str> {
        let types = &self.types.codec().types;
        self.members("objects").iter().filter_map(move |(id, fields)| {
            let own = fields["$type"].as_str()?;
            types.ancestors(own).any(|one| one == of).then_some(id.as_str())
        })
    }

    fn member<T: DeserializeOwned>(&self, among: &str, name: &str) -> Result<T, Misfit> {
        let value = self.members(among).get(name);
        let value = value.ok_or_else(|| {
            let there: Vec<&str> = self.members(among).keys().map(String::as_str).collect();
            Misfit::new(format!("there is no `{name}` among the {among}: {}", there.join(", ")))
        })?;
        let codec = self.types.codec();
        codec.decode(self.members("objects"), value, codec.types.shape(among, name).as_ref(), name)
    }

    fn members(&self, among: &str) -> &Map<String, Json> {
        static NONE: LazyLock<Map<String, Json>> = LazyLock::new(Map::new);
        self.record[among].as_object().unwrap_or(&NONE)
    }
}

/// The heap as its record; with `{:#?}`, as in the report of a failure, also as a drawing.
impl fmt::Debug for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match f.alternate() {
            true => write!(f, "\n{}\n", self.shown()),
            false => f.write_str(&self.line),
        }
    }
}
