//! An input, while an operation works on it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use korrel_heapgraph::Shape;

use korrel_heapgraph::typed::{Codec, Misfit, Writer};

/// An input's objects, roots, sets and relations.
#[derive(Debug)]
pub struct State {
    codec: Arc<Codec>,
    input: Value,
    objects: Map<String, Value>,
    pub(super) covered: BTreeSet<String>,
}

impl State {
    pub(super) fn new(codec: Arc<Codec>, input: Value) -> State {
        let objects = input["objects"].as_object().cloned().unwrap_or_default();
        State { codec, input, objects, covered: BTreeSet::new() }
    }

    /// A parameter: the name of an object, a number, an array.
    pub fn root(&self, name: &str) -> Value {
        self.input["roots"][name].clone()
    }

    /// A field of the object of this name.
    ///
    /// # Panics
    /// If there is no such object.
    pub fn get(&self, object: &Value, field: &str) -> &Value {
        &self.objects[name(object)][field]
    }

    pub fn set(&mut self, object: &Value, field: &str, value: Value) {
        self.objects[name(object)][field] = value;
    }

    /// A parameter as a value of the caller's type, as [`TypedHeap::root`](crate::TypedHeap::root) gives roots.
    ///
    /// # Errors
    /// A type that does not fit, or an atom without a value.
    pub fn argument<T: DeserializeOwned>(&self, name: &str) -> Result<T, Misfit> {
        self.codec.decode(&self.objects, &self.root(name), None, name)
    }

    /// A field as a value of the caller's type.
    ///
    /// # Errors
    /// As [`State::argument`].
    pub fn field<T: DeserializeOwned>(&self, object: &Value, field: &str) -> Result<T, Misfit> {
        let form = self.form(object, field)?;
        self.codec.decode(&self.objects, self.get(object, field), Some(form), field)
    }

    /// Writes a value of the caller's type into a field; structs become objects.
    ///
    /// # Errors
    /// A value that does not fit the field.
    pub fn set_field<T: Serialize>(
        &mut self,
        object: &Value,
        field: &str,
        value: &T,
    ) -> Result<(), Misfit> {
        let codec = Arc::clone(&self.codec);
        let form = self.form(object, field)?.clone();
        let mut writer = Writer::new(&codec, &mut self.objects);
        let written = writer.value(serde_json::to_value(value)?, &form);
        self.set(object, field, written.map_err(|misfit| misfit.below(field))?);
        Ok(())
    }

    fn form(&self, object: &Value, field: &str) -> Result<&Shape, Misfit> {
        let of = self.get(object, "$type").as_str().unwrap_or_default();
        let declared = self.codec.types.field(of, field).map(|field| &field.shape);
        declared.ok_or_else(|| Misfit::new(format!("{of} has no field {field}")))
    }

    /// A new object, whose fields are null until they are set; gives its name.
    pub fn create(&mut self, ty: &str) -> Value {
        let mut number = self.objects.len();
        while self.objects.contains_key(&format!("{ty}${number}")) {
            number += 1;
        }
        let mut fields = Map::from_iter([("$type".to_owned(), json!(ty))]);
        for field in self.codec.types.fields(ty) {
            fields.insert(field.name.clone(), Value::Null);
        }
        let name = format!("{ty}${number}");
        self.objects.insert(name.clone(), Value::Object(fields));
        Value::String(name)
    }

    /// Says that this input covers something: a branch, a state.
    pub fn cover(&mut self, what: &str) {
        self.covered.insert(what.to_owned());
    }

    /// The state afterwards as a part of a reply, unless nothing has changed.
    pub(super) fn abstracted(&self, result: &Value) -> Map<String, Value> {
        let given = self.input["objects"].as_object().expect("inputs have objects");
        let mut left = reached(&self.objects, [&self.input["roots"], result]);
        if left.len() < given.len() {
            // An object that the roots did not lead to in the input, either, is no garbage.
            let before = reached(given, [&self.input["roots"]]);
            let apart = given.keys().filter(|name| !before.contains(name.as_str()));
            let apart: Value = apart.cloned().map(Value::String).collect();
            left = reached(&self.objects, [&self.input["roots"], result, &apart]);
        }
        let objects = self.objects.iter().filter(|(name, _)| left.contains(name.as_str()));
        let objects: Map<_, _> =
            objects.map(|(name, fields)| (name.clone(), fields.clone())).collect();
        if objects == *given {
            return Map::new();
        }
        let mut post = Map::from_iter([("objects".to_owned(), Value::Object(objects))]);
        if let Some(sets) = self.input["sets"].as_object() {
            let mut sets = sets.clone();
            for set in sets.values_mut().filter_map(Value::as_array_mut) {
                set.retain(|name| name.as_str().is_some_and(|name| left.contains(name)));
            }
            post.insert("sets".to_owned(), Value::Object(sets));
        }
        if let Some(relations) = self.input.get("relations") {
            post.insert("relations".to_owned(), relations.clone());
        }
        Map::from_iter([("post".to_owned(), Value::Object(post))])
    }
}

fn name(object: &Value) -> &str {
    object.as_str().expect("a reference is a name")
}

/// The names of all objects that these values lead to.
fn reached<'v, const N: usize>(
    objects: &'v Map<String, Value>,
    from: [&'v Value; N],
) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    let mut open = from.to_vec();
    while let Some(value) = open.pop() {
        match value {
            Value::String(name) => see(name, objects, &mut seen, &mut open),
            Value::Array(elements) => open.extend(elements),
            Value::Object(entries) => {
                for (key, element) in entries {
                    see(key, objects, &mut seen, &mut open);
                    open.push(element);
                }
            }
            _ => {}
        }
    }
    seen
}

fn see<'v>(
    name: &str,
    objects: &'v Map<String, Value>,
    seen: &mut BTreeSet<String>,
    open: &mut Vec<&'v Value>,
) {
    if let Some(fields) = objects.get(name)
        && seen.insert(name.to_owned())
    {
        open.push(fields);
    }
}
