//! The types of a header, as far as this room must know them.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// Shapes of fields, and which objects are interchangeable.
#[derive(Clone, Debug, Default)]
pub struct HeapTypes {
    /// In the order of declaration.
    names: Vec<String>,
    /// The type that a type extends.
    parents: HashMap<String, String>,
    /// The fields of each type, those of subset sigs, and the relations.
    shapes: HashMap<String, String>,
    fixed: Vec<String>,
}

impl HeapTypes {
    /// Reads `types`, `extends`, `fixed`, `sets` and `relations` of a header.
    pub fn new(header: &Map<String, Value>) -> HeapTypes {
        let object = |key: &str| header.get(key).and_then(Value::as_object).into_iter().flatten();
        let mut types = HeapTypes::default();
        for (name, fields) in object("types") {
            types.names.push(name.clone());
            types.add_fields(name, fields);
        }
        for (name, set) in object("sets") {
            types.add_fields(name, &set["fields"]);
        }
        for (name, shape) in object("relations") {
            types.shapes.insert(name.clone(), text(shape));
        }
        types.parents =
            object("extends").map(|(name, parent)| (name.clone(), text(parent))).collect();
        let strings = |value: &Value| value.as_array().into_iter().flatten().map(text).collect();
        types.fixed = header.get("fixed").map(strings).unwrap_or_default();
        types
    }

    fn add_fields(&mut self, ty: &str, fields: &Value) {
        for (field, shape) in fields.as_object().into_iter().flatten() {
            self.shapes.insert(format!("{ty}.{field}"), text(shape));
        }
    }

    /// The shape of an object's field: by its type, or by a subset sig that it is in.
    pub(crate) fn shape(&self, ty: &str, field: &str) -> Option<&str> {
        let own = |ty: &str| self.shapes.get(&format!("{ty}.{field}")).map(String::as_str);
        self.line(ty).find_map(own).or_else(|| {
            let ending = format!(".{field}");
            // Fields of subset sigs have a name that no type of their objects has.
            let mut others = self.shapes.iter().filter(|(name, _)| name.ends_with(&ending));
            others.next().map(|(_, shape)| shape.as_str())
        })
    }

    /// The shape of `Sig.field` of what is no object.
    pub(crate) fn relation(&self, name: &str) -> Option<&str> {
        self.shapes.get(name).map(String::as_str)
    }

    /// A type and all that it extends.
    fn line<'t>(&'t self, ty: &'t str) -> impl Iterator<Item = &'t str> {
        std::iter::successors(Some(ty), |ty| self.parents.get(*ty).map(String::as_str))
    }

    /// The place of its top-level type among the types.
    pub(crate) fn top(&self, ty: &str) -> usize {
        let top = self.line(ty).last().unwrap_or(ty);
        self.names.iter().position(|name| name == top).unwrap_or(self.names.len())
    }

    /// Whether its objects are told apart by their number.
    pub(crate) fn is_fixed(&self, ty: &str) -> bool {
        self.line(ty).any(|ty| self.fixed.iter().any(|fixed| fixed == ty))
    }
}

/// Whether an array of this shape is in no order.
pub(crate) fn is_unordered(shape: Option<&str>) -> bool {
    shape.is_some_and(|shape| shape.starts_with("set ") || shape.starts_with("rel "))
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
