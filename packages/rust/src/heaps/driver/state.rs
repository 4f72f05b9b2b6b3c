//! An input, while an operation works on it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use korrel_heapgraph::Shape;

use korrel_heapgraph::typed::{Codec, Misfit, ValueWriter};

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
        let mut writer = ValueWriter::new(&codec, &mut self.objects);
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

    /// What has changed, as a part of a reply: of each object the fields that have; all of one that is new, null
    /// for one that is gone. Nothing if nothing has.
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
        let gone = given.keys().filter(|name| !left.contains(name.as_str()));
        let mut changed: Map<_, _> = gone.map(|name| (name.clone(), Value::Null)).collect();
        for (name, fields) in &self.objects {
            let change = match given.get(name) {
                _ if !left.contains(name.as_str()) => continue,
                Some(before) if before == fields => continue,
                Some(before) => different(before, fields),
                None => fields.clone(),
            };
            changed.insert(name.clone(), change);
        }
        match changed.is_empty() {
            true => Map::new(),
            false => Map::from_iter([("changed".to_owned(), Value::Object(changed))]),
        }
    }
}

/// The fields that differ. An object that has gained or lost a field is told whole.
pub(super) fn different(before: &Value, after: &Value) -> Value {
    let (Some(before), Some(fields)) = (before.as_object(), after.as_object()) else {
        return after.clone();
    };
    if before.len() != fields.len() || fields.keys().any(|field| !before.contains_key(field)) {
        return after.clone();
    }
    let different = fields.iter().filter(|(field, value)| before[*field] != **value);
    Value::Object(different.map(|(field, value)| (field.clone(), value.clone())).collect())
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
