//! A header: what types, fields and roots the heaps of a stream have.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::{Malformed, malformed};

/// Invariant: `types` are in order of declaration, and no two have one name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordHeader {
    pub spec: String,
    pub command: String,
    pub types: Vec<RecordType>,
    /// The types whose objects are told apart by their number: ordered sigs, above all.
    pub fixed: Vec<String>,
    pub roots: Vec<RecordField>,
    pub relations: Vec<RecordField>,
    pub witnesses: Vec<RecordField>,
    /// The fields that subset sigs add to the objects in them.
    pub added: Vec<RecordField>,
    pub enums: BTreeMap<String, Vec<String>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordType {
    pub name: String,
    /// The type that it extends.
    pub parent: Option<String>,
    pub fields: Vec<RecordField>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordField {
    pub name: String,
    pub shape: RecordShape,
}

/// What a value looks like, as declared: `set Node`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordShape {
    /// `set`, `seq`, `map` and `rel`; nothing for one value.
    pub form: RecordForm,
    /// The types of the columns: `Node`, `int`, `A|B`.
    pub columns: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordForm {
    One,
    Lone,
    Set,
    Sequence,
    Map,
    Relation,
}

impl RecordHeader {
    /// # Errors
    /// If the record is no header of heapgraph/1.
    pub fn read(record: &Json) -> Result<RecordHeader, Malformed> {
        if record["format"] != "heapgraph/1" {
            return malformed("format", "heapgraph/1");
        }
        let text = |key: &str| record[key].as_str().unwrap_or_default().to_owned();
        let extends = &record["extends"];
        let mut types = Vec::new();
        for (name, declared) in entries(&record["types"], "types")? {
            let parent = extends[name].as_str().map(str::to_owned);
            let fields = fields(declared, &format!("types.{name}"))?;
            types.push(RecordType { name: name.clone(), parent, fields });
        }
        let mut added = Vec::new();
        for (name, declared) in entries(&record["sets"], "sets")? {
            added.extend(fields(&declared["fields"], &format!("sets.{name}.fields"))?);
        }
        let mut enums = BTreeMap::new();
        for (name, values) in entries(&record["enums"], "enums")? {
            enums.insert(name.clone(), texts(values));
        }
        Ok(RecordHeader {
            spec: text("spec"),
            command: text("command"),
            types,
            fixed: texts(&record["fixed"]),
            roots: fields(&record["roots"], "roots")?,
            relations: fields(&record["relations"], "relations")?,
            witnesses: fields(&record["witness"], "witness")?,
            added,
            enums,
        })
    }

    pub fn type_of(&self, name: &str) -> Option<&RecordType> {
        self.types.iter().find(|ty| ty.name == name)
    }

    /// A type's place among all, by which it has its colour.
    pub fn place(&self, name: &str) -> usize {
        self.types.iter().position(|ty| ty.name == name).unwrap_or(0)
    }

    /// Whether a type is another one or extends it.
    pub fn is_a(&self, name: &str, ancestor: &str) -> bool {
        let mut at = Some(name);
        // A header from elsewhere may go round in circles.
        for _ in 0..=self.types.len() {
            match at {
                Some(name) if name == ancestor => return true,
                Some(name) => at = self.type_of(name).and_then(|ty| ty.parent.as_deref()),
                None => return false,
            }
        }
        false
    }

    /// The fields that an object of this type may have.
    pub fn fields(&self, type_name: &str) -> impl Iterator<Item = &RecordField> {
        let own = self.type_of(type_name).into_iter().flat_map(|ty| &ty.fields);
        own.chain(&self.added)
    }

    /// The declaration of a field of an object of this type.
    pub fn field(&self, type_name: &str, field: &str) -> Option<&RecordField> {
        self.fields(type_name).find(|declared| declared.name == field)
    }

    pub fn is_enum_value(&self, text: &str) -> bool {
        self.enums.values().flatten().any(|value| value == text)
    }
}

impl RecordShape {
    fn parse(text: &str) -> RecordShape {
        let mut words = text.split(' ');
        let first = words.next().unwrap_or_default();
        let form = match first {
            "set" => RecordForm::Set,
            "seq" => RecordForm::Sequence,
            "map" => RecordForm::Map,
            "rel" => RecordForm::Relation,
            _ if first.ends_with('?') => RecordForm::Lone,
            _ => RecordForm::One,
        };
        let columns = match form {
            RecordForm::One | RecordForm::Lone => vec![first.trim_end_matches('?').to_owned()],
            _ => words.map(str::to_owned).collect(),
        };
        RecordShape { form, columns }
    }
}

/// The members of an object that may be missing.
fn entries<'a>(
    json: &'a Json,
    path: &str,
) -> Result<impl Iterator<Item = (&'a String, &'a Json)> + use<'a>, Malformed> {
    match json {
        Json::Object(object) => Ok(Some(object).into_iter().flatten()),
        Json::Null => Ok(None.into_iter().flatten()),
        _ => malformed(path, "an object"),
    }
}

fn fields(json: &Json, path: &str) -> Result<Vec<RecordField>, Malformed> {
    let mut found = Vec::new();
    for (name, shape) in entries(json, path)? {
        match shape.as_str() {
            Some(text) => {
                found.push(RecordField { name: name.clone(), shape: RecordShape::parse(text) })
            }
            None => return malformed(format!("{path}.{name}"), "a shape"),
        }
    }
    Ok(found)
}

fn texts(json: &Json) -> Vec<String> {
    let items = json.as_array().into_iter().flatten();
    items.filter_map(|item| item.as_str().map(str::to_owned)).collect()
}
