//! From JSON to the heap that it describes.
//!
//! The text may come from a program under test, so nothing is taken for granted: every mistake is
//! reported with its place. Members that such a program need not know may be missing: `sets` (then
//! a subset sig holds the objects that have its fields), `relations` (then they are empty) and
//! orders among these (then they are those of the objects' numbers).

mod changed;
mod identity;
mod order;
mod partial;
mod place;
mod repeat;
mod trace;
mod value;
mod value_of;
mod written;

use std::fmt;

use korrel_heapgraph::is_trace;
use korrel_lang::model::{Model, SigId};
use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json};

use super::graph::{HeapGraph, HeapValue, Object, Scalar};
use super::schema::shape::Shape;
use super::schema::{Member, Schema, Subset};

use partial::is_open;
use place::JsonPlace;

pub use changed::read_changed;
pub use repeat::repeats;
pub use trace::TraceStates;
pub use value_of::read_value;
pub use written::read_record;

/// A mistake in a heap, and its place: `objects.Node$0.next`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapError {
    pub path: String,
    pub message: String,
}

impl fmt::Display for HeapError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for HeapError {}

/// The heap in the keys `roots`, `objects`, `sets` and `relations` of a JSON object. Other keys do
/// not matter.
///
/// # Errors
/// All that does not fit the schema. There is at least one such place.
pub fn read<'a>(
    schema: &'a Schema,
    model: &'a Model,
    json: &'a Json,
) -> Result<HeapGraph<'a>, Vec<HeapError>> {
    read_with_roots(schema, model, json, json.get("roots"))
}

/// The same, with roots that stand elsewhere.
///
/// # Errors
/// As [`read`].
pub fn read_with_roots<'a>(
    schema: &'a Schema,
    model: &'a Model,
    json: &'a Json,
    roots: Option<&'a Json>,
) -> Result<HeapGraph<'a>, Vec<HeapError>> {
    let mut reader = RecordReader::new(schema, model, false);
    let heap = reader.heap(json, roots);
    if reader.errors.is_empty() { Ok(heap) } else { Err(reader.errors) }
}

/// A heap with open parts: members that are missing, or `{"?": true}`. They are left out. An object
/// may have the fields of any subset sig.
///
/// # Errors
/// As [`read`].
pub fn read_partial<'a>(
    schema: &'a Schema,
    model: &'a Model,
    json: &'a Json,
) -> Result<HeapGraph<'a>, Vec<HeapError>> {
    let mut reader = RecordReader::new(schema, model, true);
    let heap = reader.partial(json);
    if reader.errors.is_empty() { Ok(heap) } else { Err(reader.errors) }
}

type JsonObject = Map<String, Json>;

struct RecordReader<'a> {
    schema: &'a Schema,
    model: &'a Model,
    /// Each object's place and sig, or `None` if its type is wrong, which was reported.
    ids: FxHashMap<&'a str, Option<(usize, SigId)>>,
    /// True if missing members are open.
    is_partial: bool,
    /// True if there are states instead of objects.
    is_trace: bool,
    errors: Vec<HeapError>,
}

/// A subset sig and what is in it.
type Membership<'a> = (&'a Subset, Vec<Scalar<'a>>);

impl<'a> RecordReader<'a> {
    fn new(schema: &'a Schema, model: &'a Model, is_partial: bool) -> RecordReader<'a> {
        RecordReader {
            schema,
            model,
            ids: FxHashMap::default(),
            is_partial,
            is_trace: false,
            errors: Vec::new(),
        }
    }

    fn heap(&mut self, json: &'a Json, roots: Option<&'a Json>) -> HeapGraph<'a> {
        self.is_trace = is_trace(json);
        let Some(objects) = self.section(json.get("objects"), "objects", true) else {
            return HeapGraph::default();
        };
        let mut heap = HeapGraph { objects: self.identify(objects), ..HeapGraph::default() };
        let roots = self.section(roots, "roots", !self.schema.roots.is_empty());
        if let Some(roots) = roots {
            heap.roots = self.members(self.schema.roots.iter(), roots, JsonPlace::Root("roots"));
        }
        let given = self.section(json.get("sets"), "sets", false);
        let sets = self.sets(given, objects, &heap.objects);
        let holders = holders(&sets, heap.objects.len());
        for (object, sets) in heap.objects.iter_mut().zip(holders) {
            object.fields = self.fields(object, &sets, objects);
        }
        heap.sets = sets.into_iter().map(|(set, holds)| (set.name.as_str(), holds)).collect();
        let relations = self.section(json.get("relations"), "relations", false);
        heap.relations = self.relations(relations);
        heap.relations.extend(self.orders(relations, &heap));
        heap
    }

    /// The JSON object at a key of the whole.
    fn section(
        &mut self,
        section: Option<&'a Json>,
        key: &str,
        is_needed: bool,
    ) -> Option<&'a JsonObject> {
        match section {
            Some(section) => self.object(section, JsonPlace::Root(key)),
            None if is_needed && key == "objects" && self.is_trace => {
                let message = "this is the record of a trace, not of a heap";
                self.fail(JsonPlace::Root("states"), message)
            }
            None if is_needed => self.fail(JsonPlace::Root(key), "missing"),
            None => None,
        }
    }

    fn sets(
        &mut self,
        given: Option<&'a JsonObject>,
        json: &'a JsonObject,
        objects: &[Object<'a>],
    ) -> Vec<Membership<'a>> {
        let schema = self.schema;
        if let Some(given) = given {
            self.refuse_unknown(given, JsonPlace::Root("sets"), |name| {
                schema.sets.iter().any(|set| set.name == name)
            });
        }
        let holds = |set: &'a Subset| match given.and_then(|given| given.get(&set.name)) {
            Some(listed) => self.array(listed, JsonPlace::Root("sets").key(&set.name), &set.of),
            None => with_fields_of(set, json, objects),
        };
        let holds: Vec<Vec<Scalar>> = schema.sets.iter().map(holds).collect();
        schema.sets.iter().zip(holds).collect()
    }

    fn fields(
        &mut self,
        object: &Object<'a>,
        sets: &[&'a Subset],
        objects: &'a JsonObject,
    ) -> Vec<(&'a str, HeapValue<'a>)> {
        let ty = self.schema.object_type(object.sig).expect("objects are of types of object");
        let members = ty.fields.iter().chain(sets.iter().flat_map(|set| &set.fields));
        let json = objects[object.id.as_ref()].as_object().expect("it has a `$type`");
        self.members(members, json, JsonPlace::Root("objects").key(&object.id))
    }

    fn relations(&mut self, given: Option<&'a JsonObject>) -> Vec<(&'a str, HeapValue<'a>)> {
        let schema = self.schema;
        let Some(given) = given else {
            let none = |member: &'a Member| (member.name.as_str(), HeapValue::Relation(Vec::new()));
            return schema.relations.iter().map(none).collect();
        };
        let path = JsonPlace::Root("relations");
        self.refuse_unknown(given, path, |key| {
            schema.all_relations().any(|member| member.name == key)
        });
        self.values(schema.relations.iter(), given, path)
    }

    /// The values of all `members`, and no others.
    fn members(
        &mut self,
        members: impl Iterator<Item = &'a Member> + Clone,
        json: &'a JsonObject,
        path: JsonPlace,
    ) -> Vec<(&'a str, HeapValue<'a>)> {
        let names = members.clone();
        self.refuse_unknown(json, path, |key| {
            key == "$type" || names.clone().any(|member| member.name == key)
        });
        self.values(members, json, path)
    }

    fn values(
        &mut self,
        members: impl Iterator<Item = &'a Member>,
        json: &'a JsonObject,
        path: JsonPlace,
    ) -> Vec<(&'a str, HeapValue<'a>)> {
        let member = |member: &'a Member| {
            let path = path.key(&member.name);
            let value = match json.get(&member.name) {
                Some(value) if self.is_partial && is_open(value) => None,
                Some(value) => self.value(&member.shape, value, path),
                None if self.is_partial => None,
                None => self.fail(path, format!("missing; {}", self.expected(&member.shape))),
            };
            Some((member.name.as_str(), value?))
        };
        members.filter_map(member).collect()
    }

    fn refuse_unknown(
        &mut self,
        json: &JsonObject,
        path: JsonPlace,
        is_known: impl Fn(&str) -> bool,
    ) {
        for key in json.keys().filter(|key| !is_known(key)) {
            self.fail::<()>(path.key(key), "the spec declares nothing of this name");
        }
    }

    fn object(&mut self, json: &'a Json, path: JsonPlace) -> Option<&'a JsonObject> {
        match json {
            Json::Object(object) => Some(object),
            other => self.fail(path, format!("{other} is not an object")),
        }
    }

    fn expected(&self, shape: &Shape) -> String {
        format!("it is declared `{}`", self.schema.declared_shape(shape))
    }

    fn fail<T>(&mut self, path: JsonPlace, message: impl Into<String>) -> Option<T> {
        self.errors.push(HeapError { path: path.to_string(), message: message.into() });
        None
    }
}

/// The subset sigs that each object is in.
fn holders<'a>(sets: &[Membership<'a>], objects: usize) -> Vec<Vec<&'a Subset>> {
    let mut holders: Vec<Vec<&Subset>> = vec![Vec::new(); objects];
    for (set, holds) in sets {
        for scalar in holds {
            if let Scalar::Reference(at) = scalar
                && holders[*at].last().is_none_or(|last| last.sig != set.sig)
            {
                holders[*at].push(set);
            }
        }
    }
    holders
}

/// The objects that have a field of a subset sig.
fn with_fields_of<'a>(set: &Subset, json: &JsonObject, objects: &[Object]) -> Vec<Scalar<'a>> {
    let has_one = |object: &Object| {
        let json = &json[object.id.as_ref()];
        set.fields.iter().any(|field| json.get(&field.name).is_some())
    };
    let places = objects.iter().enumerate().filter(|(_, object)| has_one(object));
    places.map(|(at, _)| Scalar::Reference(at)).collect()
}
