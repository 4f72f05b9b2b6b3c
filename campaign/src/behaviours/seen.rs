//! The part of a state that a driver shows, and how it fits a state of the spec.
//!
//! *Problem.* A driver may see only some fields, and calls objects as it likes. *Choice.* What it shows is compared
//! with the same part of a state of the spec. Objects that were met are known by name. Every assignment of the new ones
//! to objects of the spec is tried, since few are new after one call.

use std::collections::BTreeMap;

use korrel_heapgraph::json::sort;
use korrel_heapgraph::{Column, Header, Member, Shape, shape_of};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::similar::most_similar;
use serde_json::{Map, Value as Json, json};

use crate::operations::{normal, rename};

/// The program's names of objects, and the spec's.
pub(super) type ProgramNames = BTreeMap<String, String>;

/// What is seen of states.
pub(super) struct StateView {
    header: Header,
    /// `Type.field`, types, subset sigs and relations. It is everything if there is none.
    names: Option<Vec<String>>,
}

/// What the spec says is returned, and what was, or `None` if the action has no result.
pub(super) type Results<'r> = Option<(&'r Shape, &'r Json, &'r Json)>;

impl StateView {
    /// # Errors
    /// A name that stands for nothing.
    pub fn new(header: &Header, names: &[String]) -> Result<StateView, Diagnostic> {
        let view = StateView { header: header.clone(), names: None };
        if names.is_empty() {
            return Ok(view);
        }
        let known = view.known();
        for name in names {
            if !known.contains(name) {
                let message = format!("there is no `{name}` to be observed");
                let mistake = Diagnostic::new(code::OPERATION, message);
                let similar = most_similar(name, &known);
                return Err(match similar {
                    Some(similar) => mistake.help(format!("did you mean `{similar}`?")),
                    None => mistake.help(format!("there are: {}", known.join(", "))),
                });
            }
        }
        Ok(StateView { names: Some(names.to_vec()), ..view })
    }

    pub fn is_partial(&self) -> bool {
        self.names.is_some()
    }

    /// All that can be named.
    fn known(&self) -> Vec<String> {
        let Header { types, sets, relations, .. } = &self.header;
        let field = |of: &str, field: &Member| format!("{of}.{}", field.name);
        let fields = types.iter().flat_map(|ty| ty.fields.iter().map(|one| field(&ty.name, one)));
        let of_sets =
            sets.iter().flat_map(|set| set.fields.iter().map(|one| field(&set.name, one)));
        let others = types.iter().map(|ty| &ty.name).chain(sets.iter().map(|set| &set.name));
        let others = others.chain(relations.iter().map(|relation| &relation.name)).cloned();
        fields.chain(of_sets).chain(others).collect()
    }

    fn sees_field(&self, ty: &str, field: &str) -> bool {
        let Some(names) = &self.names else { return true };
        names.iter().filter_map(|name| name.split_once('.')).any(|(of, name)| {
            let is_set = || self.header.sets.iter().any(|set| set.name == of);
            name == field && (self.header.is_a(ty, of) || is_set())
        })
    }

    fn sees(&self, name: &str) -> bool {
        self.names.as_ref().is_none_or(|names| names.iter().any(|known| known == name))
    }

    /// True if the program must show the objects of a type.
    pub fn sees_type(&self, ty: &str) -> bool {
        let mut fields = self.header.fields(ty);
        match &self.names {
            None => !self.is_given(ty),
            Some(names) => {
                fields.any(|field| self.sees_field(ty, &field.name))
                    || self.header.ancestors(ty).any(|line| names.iter().any(|name| name == line))
            }
        }
    }

    /// The fields that are seen of the objects of a type, whichever type or subset sig declares them.
    pub fn seen_fields(&self, ty: &str) -> Vec<String> {
        let sets = self.header.sets.iter().flat_map(|set| &set.fields);
        let fields = self.header.fields(ty).chain(sets).map(|field| field.name.clone());
        let mut seen: Vec<String> = fields.filter(|name| self.sees_field(ty, name)).collect();
        seen.sort();
        seen.dedup();
        seen
    }

    /// The subset sigs and relations that are seen.
    pub fn seen_beside(&self) -> Vec<String> {
        let sets = self.header.sets.iter().map(|set| &set.name);
        let all = sets.chain(self.header.relations.iter().map(|relation| &relation.name));
        all.filter(|name| self.sees(name)).cloned().collect()
    }

    /// The objects of a type are there for good, and the program need not show them.
    pub fn is_given(&self, ty: &str) -> bool {
        let is_variable = |line: &str| self.header.variable.iter().any(|name| name == line);
        self.header.fields(ty).next().is_none() && !self.header.ancestors(ty).any(is_variable)
    }

    /// The objects of a heap that are there for good, and that the program need not show.
    pub fn given<'h>(
        &'h self,
        heap: &'h Json,
    ) -> impl Iterator<Item = (&'h String, &'h Json)> + 'h {
        let objects = heap["objects"].as_object().into_iter().flatten();
        objects.filter(|(_, object)| object["$type"].as_str().is_some_and(|ty| self.is_given(ty)))
    }

    /// Adds those of an earlier heap that another one leaves out.
    pub fn complete(&self, earlier: &Json, heap: &mut Json) {
        for (id, object) in self.given(earlier) {
            if heap["objects"].get(id).is_none() {
                heap["objects"][id] = object.clone();
            }
        }
    }

    /// The part of a heap that is seen.
    pub fn seen(&self, heap: &Json) -> Json {
        let mut objects = Map::new();
        for (id, object) in heap["objects"].as_object().into_iter().flatten() {
            let ty = object["$type"].as_str().unwrap_or_default();
            if self.sees_type(ty) {
                let is_seen = |name: &str| name == "$type" || self.sees_field(ty, name);
                objects.insert(id.clone(), kept(object, is_seen).into());
            }
        }
        let part = |name: &str| kept(&heap[name], |name| self.sees(name));
        json!({ "objects": objects, "sets": part("sets"), "relations": part("relations") })
    }

    /// The ways to lead the program's objects to the spec's under which what was told is what is seen of a state,
    /// and what was returned is what the spec says. `names` are known.
    pub fn fits(
        &self,
        names: &ProgramNames,
        state: &Json,
        told: &Json,
        results: Results<'_>,
    ) -> Vec<ProgramNames> {
        let expected = normal(&self.header, self.seen(state));
        let told = self.seen(told);
        let number = |heap: &Json| heap["objects"].as_object().map_or(0, Map::len);
        let mut unknown = Vec::new();
        self.mentioned(&told, &mut unknown);
        if let Some((shape, _, result)) = results {
            self.mentioned_by(shape, result, &mut unknown);
        }
        unknown.retain(|id| !names.contains_key(id));
        let objects = state["objects"].as_object();
        let is_free = |id: &&String| !names.values().any(|known| known == *id);
        let free: Vec<&String> = objects.into_iter().flat_map(Map::keys).filter(is_free).collect();
        if number(&expected) != number(&told) || unknown.len() > free.len() {
            return Vec::new();
        }
        let ty = |heap: &Json, id: &str| heap["objects"][id]["$type"].clone();
        let may_be = |id: &str, name: &str| {
            let told = ty(&told, id);
            told.is_null() || told == ty(state, name)
        };
        let is_right = |names: &ProgramNames| {
            let name = |id: &str| names.get(id).cloned();
            let mut named = told.clone();
            rename(&mut named, &name);
            let is_returned = results.is_none_or(|(shape, expected, result)| {
                let mut result = result.clone();
                rename(&mut result, &name);
                in_order(shape, result) == in_order(shape, expected.clone())
            });
            is_returned && normal(&self.header, named) == expected
        };
        let mut found = Vec::new();
        lead(&unknown, &free, &mut names.clone(), &may_be, &is_right, &mut found);
        found
    }

    /// The ids that a part of a heap mentions, each once.
    fn mentioned(&self, heap: &Json, found: &mut Vec<String>) {
        for (id, object) in heap["objects"].as_object().into_iter().flatten() {
            add(id, found);
            let ty = object["$type"].as_str().unwrap_or_default();
            for field in self.header.fields(ty) {
                self.mentioned_by(&field.shape, &object[&field.name], found);
            }
        }
        for set in &self.header.sets {
            let shape = Shape::Set(set.of.clone());
            self.mentioned_by(&shape, &heap["sets"][&set.name], found);
        }
        for (name, value) in heap["relations"].as_object().into_iter().flatten() {
            if let Some(shape) = shape_of(&self.header.relations, name) {
                self.mentioned_by(shape, value, found);
            }
        }
    }

    /// The same of a value of this shape.
    pub fn mentioned_by(&self, shape: &Shape, value: &Json, found: &mut Vec<String>) {
        let columns = shape.columns();
        let mut put = |column: &Column, value: &Json| {
            let is_value = |of: &&str| {
                let same = self.header.enums.iter().find(|one| one.name == **of);
                same.is_some_and(|one| one.values.iter().any(|name| value == name))
            };
            let has_objects = column.sorts().any(|sort| self.header.type_of(sort).is_some());
            if let (Some(id), true, None) =
                (value.as_str(), has_objects || column.has("univ"), column.sorts().find(is_value))
            {
                add(id, found);
            }
        };
        match (shape, value) {
            (Shape::Map(key, of), Json::Object(members)) => {
                for (name, value) in members {
                    put(key, &json!(name));
                    put(of, value);
                }
            }
            (Shape::Relation(_), Json::Array(rows)) => {
                let cells = rows.iter().filter_map(Json::as_array);
                cells.for_each(|row| columns.iter().zip(row).for_each(|(of, one)| put(of, one)));
            }
            (_, Json::Array(items)) => items.iter().for_each(|item| put(columns[0], item)),
            (_, one) => put(columns[0], one),
        }
    }

    /// The places at which the program's state differs from the spec's, as `Type.field`, each with both values.
    pub fn differences(
        &self,
        names: &ProgramNames,
        state: &Json,
        told: &Json,
    ) -> Vec<(String, Json, Json)> {
        let expected = normal(&self.header, self.seen(state));
        let mut named = self.seen(told);
        rename(&mut named, &|id| names.get(id).cloned());
        let named = normal(&self.header, named);
        let mut found = Vec::new();
        let [here, there] = [&expected, &named].map(|heap| heap["objects"].as_object());
        let (Some(here), Some(there)) = (here, there) else { return found };
        for (id, object) in here {
            let ty = object["$type"].as_str().unwrap_or_default();
            let Some(other) = there.get(id) else {
                found.push((ty.to_owned(), json!(id), Json::Null));
                continue;
            };
            for (name, value) in object.as_object().into_iter().flatten() {
                if other[name] != *value {
                    found.push((format!("{ty}.{name}"), value.clone(), other[name].clone()));
                }
            }
        }
        for (id, object) in there.iter().filter(|(id, _)| !here.contains_key(*id)) {
            let ty = object["$type"].as_str().unwrap_or_default();
            found.push((ty.to_owned(), Json::Null, json!(id)));
        }
        for part in ["sets", "relations"] {
            for (name, value) in expected[part].as_object().into_iter().flatten() {
                if named[part][name] != *value {
                    found.push((name.clone(), value.clone(), named[part][name].clone()));
                }
            }
        }
        found
    }

    /// What is seen of a heap, in a line.
    pub fn text(&self, heap: &Json) -> String {
        let seen = normal(&self.header, self.seen(heap));
        let mut words = Vec::new();
        for (id, object) in seen["objects"].as_object().into_iter().flatten() {
            let fields =
                object.as_object().into_iter().flatten().filter(|(name, _)| *name != "$type");
            let fields = fields.map(|(name, value)| format!(" {name} {}", plain(value)));
            words.push(format!("{id}{}", fields.collect::<String>()));
        }
        for part in ["sets", "relations"] {
            let members = seen[part].as_object().into_iter().flatten();
            words.extend(members.map(|(name, value)| format!("{name} {}", plain(value))));
        }
        words.join(", ")
    }
}

/// A value as people read it.
pub(super) fn plain(value: &Json) -> String {
    match value {
        Json::Null => "–".to_owned(),
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            format!("{{{}}}", items.iter().map(plain).collect::<Vec<_>>().join(" "))
        }
        other => other.to_string(),
    }
}

fn in_order(shape: &Shape, mut value: Json) -> Json {
    if shape.is_unordered() {
        sort(&mut value);
    }
    value
}

fn kept(members: &Json, is_kept: impl Fn(&str) -> bool) -> Map<String, Json> {
    let members = members.as_object().into_iter().flatten().filter(|(name, _)| is_kept(name));
    members.map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn add(id: &str, found: &mut Vec<String>) {
    if !found.iter().any(|known| known == id) {
        found.push(id.to_owned());
    }
}

/// Tries every assignment of unknown objects to free names.
fn lead(
    unknown: &[String],
    free: &[&String],
    names: &mut ProgramNames,
    may_be: &dyn Fn(&str, &str) -> bool,
    is_right: &dyn Fn(&ProgramNames) -> bool,
    found: &mut Vec<ProgramNames>,
) {
    let Some((first, rest)) = unknown.split_first() else {
        if is_right(names) {
            found.push(names.clone());
        }
        return;
    };
    for (at, name) in free.iter().enumerate().filter(|(_, name)| may_be(first, name)) {
        let others = [&free[..at], &free[at + 1..]].concat();
        names.insert(first.clone(), (*name).clone());
        lead(rest, &others, names, may_be, is_right, found);
        names.remove(first);
    }
}
