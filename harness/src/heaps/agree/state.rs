//! A state as an answer describes it: its objects, and the references to them.

use std::collections::HashMap;

use serde_json::{Map, Value};

use korrel_heapgraph::{Header, Member, Shape, shape_of};

/// A bijection of objects, by their names.
pub type Renaming = HashMap<String, String>;

/// Objects and values that refer to them.
pub struct HeapState<'v> {
    types: &'v Header,
    pub(super) objects: Option<&'v Map<String, Value>>,
    /// The values by place. The flag is true if the array is in no order.
    values: Vec<(String, &'v Value, bool)>,
}

impl<'v> HeapState<'v> {
    /// The state of a heap: `objects`, `roots`, `sets`, `relations`. Roots are shaped as their
    /// operation's parameters are.
    pub fn new(types: &'v Header, heap: &'v Value, parameters: &'v [Member]) -> HeapState<'v> {
        let objects = heap.get("objects").and_then(Value::as_object);
        let mut state = HeapState { types, objects, values: Vec::new() };
        let members = |key: &str| heap.get(key).and_then(Value::as_object).into_iter().flatten();
        for (name, value) in members("roots") {
            let is_unordered = shape_of(parameters, name).is_some_and(Shape::is_unordered);
            state.values.push((format!("roots.{name}"), value, is_unordered));
        }
        for (name, value) in members("sets") {
            state.values.push((format!("sets.{name}"), value, true));
        }
        for (name, value) in members("relations") {
            state.values.push((format!("relations.{name}"), value, true));
        }
        state
    }

    /// Adds the value that was returned.
    pub fn with_result(mut self, result: Option<&'v Value>, is_unordered: bool) -> HeapState<'v> {
        if let Some(result) = result {
            self.values.push(("result".to_owned(), result, is_unordered));
        }
        self
    }

    /// All values, with the object that has them and their place, and whether it is an array in no order.
    pub(super) fn values(&self) -> impl Iterator<Item = (Option<&'v str>, &str, &'v Value, bool)> {
        let roots = self
            .values
            .iter()
            .map(|(place, value, is_unordered)| (None, place.as_str(), *value, *is_unordered));
        let objects = self.objects.into_iter().flatten();
        let fields = objects.flat_map(move |(id, fields)| {
            let ty = type_of(fields);
            fields.as_object().into_iter().flatten().map(move |(field, value)| {
                (Some(id.as_str()), field.as_str(), value, self.types.is_unordered(ty, field))
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
