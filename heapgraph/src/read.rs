//! From an instance's record to the heap.
//!
//! A record may come from a program under test. What is missing is empty. What has another form than
//! declared is an error, with its place.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use crate::header::{Header, Member};
use crate::heap::{Heap, Object, Scalar, State, Value};
use crate::record::is_trace;
use crate::shape::Shape;
use crate::{MalformedRecord, malformed};

impl Heap {
    /// # Errors
    /// If a value does not have the shape that the header says.
    pub fn read(header: &Header, record: &Json) -> Result<Heap, MalformedRecord> {
        if is_trace(record) {
            return malformed("states", "a part of a heap: this is the record of a trace");
        }
        let (state, reader) = state(header, record, None)?;
        let after = match &record["post"] {
            Json::Null => None,
            post => Some(self::state(header, post, Some(record))?.0),
        };
        Ok(Heap {
            id: record["id"].as_u64(),
            key: record["key"].as_str().map(str::to_owned),
            witnesses: reader.members(&record["witness"], "witness", |name| {
                header.witnesses.iter().find(|field| field.name == name)
            })?,
            state,
            after,
        })
    }
}

/// The witnesses of a trace of these states. Objects are those of the first one. Those of others have names only.
pub(crate) fn witnesses(
    header: &Header,
    record: &Json,
    states: &[Cow<'_, Json>],
) -> Result<Vec<(String, Value)>, MalformedRecord> {
    let objects = |state: &Json| state["objects"].as_object().cloned().into_iter().flatten();
    let ids: Vec<String> = objects(&states[0]).map(|(id, _)| id).collect();
    let ids = ids.iter().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
    let all: Map<String, Json> = states.iter().flat_map(|state| objects(state)).collect();
    let all = json!({ "objects": all });
    let reader = HeapReader { header, ids, before: Some(&all) };
    reader.members(&record["witness"], "witness", |name| {
        header.witnesses.iter().find(|field| field.name == name)
    })
}

pub(crate) struct HeapReader<'a> {
    header: &'a Header,
    ids: BTreeMap<&'a str, usize>,
    /// The state before, if this is one afterwards.
    before: Option<&'a Json>,
}

/// A state. One afterwards has the roots of the one before it, as far as it does not say others.
pub(crate) fn state<'a>(
    header: &'a Header,
    record: &'a Json,
    before: Option<&'a Json>,
) -> Result<(State, HeapReader<'a>), MalformedRecord> {
    let Json::Object(objects) = &record["objects"] else {
        return malformed("objects", "an object");
    };
    let ids = objects.keys().enumerate().map(|(at, id)| (id.as_str(), at)).collect();
    let reader = HeapReader { header, ids, before };
    let mut read = State::default();
    // Those of one type stand together: what it declares is looked for once.
    let (mut of, mut declared): (&str, Vec<&Member>) = ("", Vec::new());
    for (id, json) in objects {
        let path = format!("objects.{id}");
        let Some(type_name) = json["$type"].as_str() else {
            return malformed(format!("{path}.$type"), "the name of a type");
        };
        if type_name != of {
            (of, declared) = (type_name, header.fields(type_name).collect());
        }
        let member = |name: &str| declared.iter().find(|field| field.name == name).copied();
        let fields = reader.members(json, &path, member)?;
        read.objects.push(Object { id: id.clone(), type_name: type_name.to_owned(), fields });
    }
    let declared =
        |fields: &'a [Member]| move |name: &str| fields.iter().find(|field| field.name == name);
    read.roots = reader.members(&record["roots"], "roots", declared(&header.roots))?;
    if let Some(before) = before {
        let mut kept = reader.members(&before["roots"], "roots", declared(&header.roots))?;
        kept.retain(|(name, _)| !read.roots.iter().any(|(other, _)| other == name));
        read.roots.append(&mut kept);
    }
    read.relations =
        reader.members(&record["relations"], "relations", declared(&header.relations))?;
    if let Json::Object(sets) = &record["sets"] {
        for (name, items) in sets {
            read.sets.push((name.clone(), reader.scalars(items, &format!("sets.{name}"))?));
        }
    }
    Ok((read, reader))
}

impl HeapReader<'_> {
    pub(crate) fn members<'m>(
        &self,
        json: &Json,
        path: &str,
        declared: impl Fn(&str) -> Option<&'m Member>,
    ) -> Result<Vec<(String, Value)>, MalformedRecord> {
        let members = match json {
            Json::Object(members) => members,
            Json::Null => return Ok(Vec::new()),
            _ => return malformed(path, "an object"),
        };
        let mut found = Vec::new();
        for (name, json) in members.iter().filter(|(name, _)| *name != "$type") {
            let shape = declared(name).map(|field| &field.shape);
            found.push((name.clone(), self.value(shape, json, &format!("{path}.{name}"))?));
        }
        Ok(found)
    }

    fn value(
        &self,
        shape: Option<&Shape>,
        json: &Json,
        path: &str,
    ) -> Result<Value, MalformedRecord> {
        match (json, shape) {
            (Json::Null, _) => Ok(Value::Null),
            (Json::Array(_), Some(Shape::Sequence(_))) => {
                Ok(Value::Sequence(self.scalars(json, path)?))
            }
            (Json::Array(tuples), Some(Shape::Relation(_))) => {
                let tuples = tuples.iter().map(|tuple| self.scalars(tuple, path));
                Ok(Value::Relation(tuples.collect::<Result<_, _>>()?))
            }
            (Json::Array(_), _) => Ok(Value::Set(self.scalars(json, path)?)),
            (Json::Object(entries), _) => {
                let entry =
                    |(key, value): (&String, &Json)| Ok((self.key(key), self.scalar(value, path)?));
                Ok(Value::Map(entries.iter().map(entry).collect::<Result<_, _>>()?))
            }
            _ => Ok(Value::One(self.scalar(json, path)?)),
        }
    }

    fn scalars(&self, json: &Json, path: &str) -> Result<Vec<Scalar>, MalformedRecord> {
        match json {
            Json::Array(items) => items.iter().map(|item| self.scalar(item, path)).collect(),
            _ => malformed(path, "an array"),
        }
    }

    fn scalar(&self, json: &Json, path: &str) -> Result<Scalar, MalformedRecord> {
        match json {
            Json::Bool(value) => Ok(Scalar::Boolean(*value)),
            Json::Number(number) => match number.as_i64() {
                Some(number) => Ok(Scalar::Number(number)),
                None => malformed(path, "an integer"),
            },
            Json::String(text) => Ok(self.text(text)),
            _ => malformed(path, "a value"),
        }
    }

    /// A string is a reference exactly when it is the id of an object. One that is gone has a name only.
    fn text(&self, text: &str) -> Scalar {
        let is_gone = || self.before.is_some_and(|before| before["objects"].get(text).is_some());
        match self.ids.get(text) {
            Some(&object) => Scalar::Object(object),
            None if is_gone() || self.header.is_enum_value(text) => Scalar::Name(text.to_owned()),
            None => Scalar::String(text.to_owned()),
        }
    }

    fn key(&self, text: &str) -> Scalar {
        match (self.text(text), text) {
            (Scalar::String(_), "true" | "false") => Scalar::Boolean(text == "true"),
            (Scalar::String(_), _) if text.parse::<i64>().is_ok_and(|n| n.to_string() == text) => {
                Scalar::Number(text.parse().expect("it is a number"))
            }
            (scalar, _) => scalar,
        }
    }
}
