//! Heaps from values.

use korrel_enumerate::heap::{begin_record, read, record_body};
use korrel_heapgraph::typed::{Misfit, ValueWriter};
use serde::Serialize;
use serde_json::{Map, Value as Json, json};

use crate::heap::Heap;
use crate::spec::Types;

/// Makes a heap of values: the inverse of [`TypedHeap::decode`](crate::TypedHeap::decode).
///
/// A struct becomes an object where the spec declares one. It keeps the id in a field that serde calls `$id`, else it
/// gets the next number of its sig. Objects that are only pointed at by their ids are given by
/// [`Encoder::object`].
///
/// ```
/// #[derive(serde::Serialize)]
/// struct Node { key: i64, next: Option<Box<Node>> }
///
/// let spec = "sig Node { key: Int, next: lone Node } pred p[head: Node] {} run p";
/// let types = korrel::spec(spec)?.command("p")?.types()?;
/// let list = Node { key: 3, next: Some(Box::new(Node { key: 1, next: None })) };
/// let heap = types.encoder().root("head", &list)?.finish()?;
/// assert_eq!(heap.record()["objects"]["Node$0"]["next"], "Node$1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Encoder {
    types: Types,
    id: u64,
    roots: Map<String, Json>,
    objects: Map<String, Json>,
    sets: Map<String, Json>,
    relations: Map<String, Json>,
}

impl Types {
    /// Writes a heap from values of the caller's own types.
    pub fn encoder(&self) -> Encoder {
        Encoder {
            types: self.clone(),
            id: 0,
            roots: Map::new(),
            objects: Map::new(),
            sets: Map::new(),
            relations: Map::new(),
        }
    }
}

impl Encoder {
    /// The heap's number. Without it, it is 0.
    pub fn id(self, id: u64) -> Encoder {
        Encoder { id, ..self }
    }

    /// All roots, as [`TypedHeap::decode`](crate::TypedHeap::decode) reads them.
    ///
    /// # Errors
    /// A value that does not fit the declarations.
    pub fn roots<T: Serialize>(self, roots: &T) -> Result<Encoder, Misfit> {
        match serde_json::to_value(roots)? {
            Json::Object(roots) => {
                roots.into_iter().try_fold(self, |all, (name, root)| all.root(&name, &root))
            }
            other => Err(Misfit::new(format!("{other} is not a struct of roots"))),
        }
    }

    /// One root.
    ///
    /// # Errors
    /// As [`Encoder::roots`], or there is none of this name.
    pub fn root<T: Serialize>(mut self, name: &str, root: &T) -> Result<Encoder, Misfit> {
        let root = self.member("roots", name, root)?;
        self.roots.insert(name.to_owned(), root);
        Ok(self)
    }

    /// The objects of a subset sig.
    ///
    /// # Errors
    /// As [`Encoder::root`].
    pub fn set<T: Serialize>(mut self, name: &str, set: &T) -> Result<Encoder, Misfit> {
        let set = self.member("sets", name, set)?;
        self.sets.insert(name.to_owned(), set);
        Ok(self)
    }

    /// A relation of what is no object.
    ///
    /// # Errors
    /// As [`Encoder::root`].
    pub fn relation<T: Serialize>(mut self, name: &str, all: &T) -> Result<Encoder, Misfit> {
        let all = self.member("relations", name, all)?;
        self.relations.insert(name.to_owned(), all);
        Ok(self)
    }

    /// The object with this id, of the type before its `$` unless it has a `$type`.
    ///
    /// # Errors
    /// As [`Encoder::roots`].
    pub fn object<T: Serialize>(mut self, id: &str, object: &T) -> Result<Encoder, Misfit> {
        let codec = self.types.codec();
        ValueWriter::new(&codec, &mut self.objects).add_named(id, serde_json::to_value(object)?)?;
        Ok(self)
    }

    fn member<T: Serialize>(&mut self, among: &str, name: &str, value: &T) -> Result<Json, Misfit> {
        let codec = self.types.codec();
        let shape = codec.types.shape(among, name);
        let shape = shape.ok_or_else(|| Misfit::new(format!("there is no `{name}`: {among}")))?;
        let mut writer = ValueWriter::new(&codec, &mut self.objects);
        writer.value(serde_json::to_value(value)?, &shape).map_err(|misfit| misfit.below(name))
    }

    /// The heap.
    ///
    /// # Errors
    /// A value that does not fit the declarations: a field without a value, a reference to nothing.
    pub fn finish(self) -> Result<Heap, Misfit> {
        let codec = self.types.codec();
        let mut objects: Vec<(String, Json)> = self.objects.into_iter().collect();
        objects.sort_by_cached_key(|(id, _)| codec.types.place_of_object(id));
        let objects: Map<String, Json> = objects.into_iter().collect();
        let mut record = json!({ "roots": self.roots, "objects": objects });
        for (name, members) in [("sets", self.sets), ("relations", self.relations)] {
            if !members.is_empty() {
                record[name] = members.into();
            }
        }
        let graph = read(self.types.schema(), self.types.model(), &record);
        let graph = graph.map_err(|errors| Misfit::new(errors[0].to_string()))?;
        let mut line = Vec::new();
        begin_record(&mut line, &self.id.into());
        record_body(&mut line, &graph, None);
        let line = String::from_utf8(line).expect("JSON is UTF-8");
        Ok(Heap::new(self.types.clone(), line))
    }
}
