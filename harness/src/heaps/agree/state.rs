//! A state as an answer describes it: its objects, and what points at them.

use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::heaps::types::HeapTypes;

/// A bijection of objects, by their names.
pub type Renaming = HashMap<String, String>;

/// Objects and values that refer to them.
pub struct HeapState<'v> {
    types: &'v HeapTypes,
    pub(super) objects: Option<&'v Map<String, Value>>,
    /// By place: a value and its shape.
    values: Vec<(String, &'v Value, Option<&'v str>)>,
}

impl<'v> HeapState<'v> {
    /// Of a heap: `objects`, `roots`, `sets`, `relations`. Roots are shaped as their operation's
    /// parameters are.
    pub fn new(
        types: &'v HeapTypes,
        heap: &'v Value,
        parameters: &'v Map<String, Value>,
    ) -> HeapState<'v> {
        let objects = heap.get("objects").and_then(Value::as_object);
        let mut state = HeapState { types, objects, values: Vec::new() };
        let members = |key: &str| heap.get(key).and_then(Value::as_object).into_iter().flatten();
        for (name, value) in members("roots") {
            let shape = parameters.get(name).and_then(Value::as_str);
            state.values.push((format!("roots.{name}"), value, shape));
        }
        for (name, value) in members("sets") {
            state.values.push((format!("sets.{name}"), value, Some("set univ")));
        }
        for (name, value) in members("relations") {
            state.values.push((format!("relations.{name}"), value, types.relation(name)));
        }
        state
    }

    /// With the value that was returned.
    pub fn with_result(
        mut self,
        result: Option<&'v Value>,
        shape: Option<&'v str>,
    ) -> HeapState<'v> {
        if let Some(result) = result {
            self.values.push(("result".to_owned(), result, shape));
        }
        self
    }

    /// All values, with the object that has them, their place, and their shape.
    pub(super) fn values(
        &self,
    ) -> impl Iterator<Item = (Option<&'v str>, &str, &'v Value, Option<&str>)> {
        let roots =
            self.values.iter().map(|(place, value, shape)| (None, place.as_str(), *value, *shape));
        let objects = self.objects.into_iter().flatten();
        let fields = objects.flat_map(move |(id, fields)| {
            let ty = type_of(fields);
            fields.as_object().into_iter().flatten().map(move |(field, value)| {
                (Some(id.as_str()), field.as_str(), value, self.types.shape(ty, field))
            })
        });
        roots.chain(fields)
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = (&'v str, &'v str)> {
        let objects = self.objects.into_iter().flatten();
        objects.map(|(id, fields)| (id.as_str(), type_of(fields)))
    }
}

fn type_of(fields: &Value) -> &str {
    fields.get("$type").and_then(Value::as_str).unwrap_or_default()
}
