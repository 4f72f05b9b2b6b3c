//! Types that fit sample documents.
//!
//! *Problem.* JSON does not say whether an object is a record or a table, which objects are of one type,
//! what is optional, and that a text names another object.
//!
//! *Choice.* Objects that stand in one field of one type are of one type; so are those that look like
//! something that they lie in (a node below a node), and those with just the same fields. An object whose
//! keys are no names, or differ from occurrence to occurrence, is a table. What is missing somewhere is
//! optional. A text that is always the `id` or `name` of some object is a reference. All of this is said
//! beside the field. Types only ever gain occurrences, so it is repeated until nothing changes.
//!
//! *Rejected.* To unify whatever is similar anywhere: two small records of `x` and `y` are often two things.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use crate::sketch::{EnumSketch, FieldSketch, SigSketch, Sketch, Type};
use crate::spec::capital;

/// How alike two sets of keys are, in hundredths, for objects in one another to be of one type.
const ALIKE: usize = 60;
/// So many different texts at the most make an enum.
const FEW: usize = 6;

/// # Panics
/// Never: what is no object gets a type, too.
pub fn samples(documents: &[Json]) -> Sketch {
    let mut finder = Finder::default();
    let root = finder.new_sig(
        "Document",
        None,
        &documents.iter().filter_map(Json::as_object).collect::<Vec<_>>(),
    );
    let others: Vec<&Json> = documents.iter().filter(|document| !document.is_object()).collect();
    finder.others = others;
    finder.settle();
    finder.sketch(root)
}

#[derive(Default)]
struct Finder<'a> {
    sigs: Vec<Found<'a>>,
    /// By sig and field.
    targets: BTreeMap<(usize, String), usize>,
    /// Documents that are no objects.
    others: Vec<&'a Json>,
    enums: Vec<EnumSketch>,
}

struct Found<'a> {
    name: String,
    parent: Option<usize>,
    occurrences: Vec<&'a Map<String, Json>>,
}

impl<'a> Finder<'a> {
    fn new_sig(
        &mut self,
        name: &str,
        parent: Option<usize>,
        occurrences: &[&'a Map<String, Json>],
    ) -> usize {
        let mut name = name.to_owned();
        while self.sigs.iter().any(|sig| sig.name == name) {
            name.push('_');
        }
        self.sigs.push(Found { name, parent, occurrences: occurrences.to_vec() });
        self.sigs.len() - 1
    }

    /// Finds all types, until no occurrence is new.
    fn settle(&mut self) {
        loop {
            let before = self.size();
            for sig in 0..self.sigs.len() {
                for name in self.keys(sig) {
                    let values = self.values(sig, &name);
                    self.ty(sig, &name, &values);
                }
            }
            let others = self.others.clone();
            self.ty(0, "items", &others);
            if self.size() == before {
                return;
            }
        }
    }

    fn size(&self) -> usize {
        self.sigs.len() + self.sigs.iter().map(|sig| sig.occurrences.len()).sum::<usize>()
    }

    /// In the order in which they are met.
    fn keys(&self, sig: usize) -> Vec<String> {
        let mut keys: Vec<String> = Vec::new();
        let mut seen = BTreeSet::new();
        for key in self.sigs[sig].occurrences.iter().flat_map(|object| object.keys()) {
            if seen.insert(key) {
                keys.push(key.clone());
            }
        }
        keys
    }

    fn values(&self, sig: usize, name: &str) -> Vec<&'a Json> {
        self.sigs[sig].occurrences.iter().filter_map(|object| object.get(name)).collect()
    }

    /// The type of what stands at one place, and why.
    fn ty(&mut self, sig: usize, field: &str, values: &[&'a Json]) -> (Type, String) {
        let there: Vec<&Json> = values.iter().copied().filter(|value| !value.is_null()).collect();
        if there.is_empty() {
            let note = if values.is_empty() { "" } else { "guess: it is always null" };
            return (Type::Any.optional(), note.to_owned());
        }
        let (ty, note) = self.present(sig, field, &there);
        if there.len() < values.len() { (ty.optional(), note) } else { (ty, note) }
    }

    fn present(&mut self, sig: usize, field: &str, values: &[&'a Json]) -> (Type, String) {
        if values.iter().all(|value| value.is_array()) {
            let arrays: Vec<&Vec<Json>> =
                values.iter().filter_map(|value| value.as_array()).collect();
            let items: Vec<&Json> = arrays.iter().flat_map(|array| array.iter()).collect();
            let (of, note) = self.ty(sig, field, &items);
            let repeats = arrays
                .iter()
                .any(|array| array.iter().enumerate().any(|(at, item)| array[..at].contains(item)));
            let (ty, why) = match repeats {
                true => (
                    Type::Sequence(Box::new(of)),
                    "guess: some item stands there twice, so order counts",
                ),
                false => (Type::Set(Box::new(of)), "guess: no item stands there twice, so a set"),
            };
            return (ty, if note.is_empty() { why.to_owned() } else { format!("{why}; {note}") });
        }
        if values.iter().all(|value| value.is_object()) {
            let objects: Vec<&Map<String, Json>> =
                values.iter().filter_map(|value| value.as_object()).collect();
            return self.objects(sig, field, &objects);
        }
        if values.iter().any(|value| value.is_object() || value.is_array()) {
            let (mut types, mut notes) = (Vec::new(), Vec::new());
            for is_kind in [Json::is_object, Json::is_array, is_scalar] {
                let some: Vec<&Json> =
                    values.iter().copied().filter(|value| is_kind(value)).collect();
                if !some.is_empty() {
                    let (ty, note) = self.present(sig, field, &some);
                    types.push(ty);
                    notes.push(note);
                }
            }
            notes.retain(|note| !note.is_empty());
            return (Type::union(types), notes.join("; "));
        }
        self.scalars(field, values)
    }

    fn objects(
        &mut self,
        sig: usize,
        field: &str,
        objects: &[&'a Map<String, Json>],
    ) -> (Type, String) {
        if is_table(objects) {
            let values: Vec<&Json> = objects.iter().flat_map(|object| object.values()).collect();
            let (ty, note) = self.ty(sig, &format!("{field} item"), &values);
            let why = "guess: its keys are data, so a map";
            let note = if note.is_empty() { why.to_owned() } else { format!("{why}; {note}") };
            return (Type::Map(Box::new(Type::Text), Box::new(ty)), note);
        }
        let place = (sig, field.to_owned());
        let known = self.targets.get(&place).copied();
        let target = known.or_else(|| self.alike(sig, objects)).unwrap_or_else(|| {
            let name = singular(field.trim_end_matches(" item"));
            self.new_sig(&capital(&name), Some(sig), &[])
        });
        self.targets.insert(place, target);
        for object in objects {
            let known = &mut self.sigs[target].occurrences;
            if !known.iter().any(|other| std::ptr::eq(*other, *object)) {
                known.push(object);
            }
        }
        let name = self.sigs[target].name.clone();
        let is_own = self.sigs[target].parent == Some(sig);
        let note = if is_own { String::new() } else { format!("guess: it looks like {name}") };
        (Type::Named(name), note)
    }

    /// What they lie in and look like, or what has just the same keys.
    fn alike(&self, sig: usize, objects: &[&Map<String, Json>]) -> Option<usize> {
        let keys: BTreeSet<&String> = objects.iter().flat_map(|object| object.keys()).collect();
        let of = |sig: usize| -> BTreeSet<&String> {
            self.sigs[sig].occurrences.iter().flat_map(|object| object.keys()).collect()
        };
        let likeness = |sig: usize| {
            let other = of(sig);
            let all = keys.union(&other).count().max(1);
            100 * keys.intersection(&other).count() / all
        };
        let mut around = std::iter::successors(Some(sig), |&at| self.sigs[at].parent);
        around
            .find(|&at| likeness(at) >= ALIKE)
            .or_else(|| (0..self.sigs.len()).find(|&at| keys.len() > 1 && likeness(at) == 100))
    }

    fn scalars(&mut self, field: &str, values: &[&Json]) -> (Type, String) {
        let types = values.iter().map(|value| match value {
            Json::Bool(_) => Type::Bool,
            Json::Number(number) if number.is_i64() || number.is_u64() => Type::Int,
            Json::Number(_) => Type::Number,
            _ => Type::Text,
        });
        let mut types: Vec<Type> = types.collect();
        types.sort();
        types.dedup();
        if types == [Type::Int, Type::Number] {
            return (Type::Number, String::new());
        }
        if types == [Type::Text]
            && let Some(name) = self.enumeration(field, values)
        {
            return (Type::Named(name), "guess: only these texts occur".to_owned());
        }
        (Type::union(types), String::new())
    }

    /// An enum, where few texts occur often.
    fn enumeration(&mut self, field: &str, values: &[&Json]) -> Option<String> {
        let texts: BTreeSet<&str> = values.iter().filter_map(|value| value.as_str()).collect();
        let is_word = |text: &&str| {
            text.starts_with(|c: char| c.is_ascii_alphabetic())
                && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c))
        };
        let often = values.len() >= 3 * texts.len() && values.len() > 3;
        if !often || texts.len() > FEW || !texts.iter().all(is_word) {
            return None;
        }
        let name = capital(field.trim_end_matches(" item"));
        let values: Vec<String> = texts.into_iter().map(str::to_owned).collect();
        if let Some(known) = self.enums.iter_mut().find(|of| of.name == name) {
            let new = values.into_iter().filter(|value| !known.values.contains(value));
            let new: Vec<String> = new.collect();
            known.values.extend(new);
        } else if self.sigs.iter().any(|sig| sig.name == name) {
            return None;
        } else {
            self.enums.push(EnumSketch { name: name.clone(), values, note: String::new() });
        }
        Some(name)
    }

    fn sketch(mut self, root: usize) -> Sketch {
        self.enums.clear();
        let ids = self.identities();
        let mut sigs = Vec::new();
        for sig in 0..self.sigs.len() {
            let mut fields = Vec::new();
            for name in self.keys(sig) {
                let values = self.values(sig, &name);
                let (ty, note) = match self.reference(&ids, sig, &name, &values) {
                    Some(found) => found,
                    None => self.ty(sig, &name, &values),
                };
                let is_always = values.len() == self.sigs[sig].occurrences.len();
                let (ty, note) = match (is_always, note.is_empty()) {
                    (true, _) => (ty, note),
                    (false, true) => (ty.optional(), "guess: it is not always there".to_owned()),
                    (false, false) => (ty.optional(), format!("{note}; it is not always there")),
                };
                fields.push(FieldSketch { name, ty, note });
            }
            if sig == root && !self.others.is_empty() {
                let others = self.others.clone();
                let (ty, note) = self.ty(sig, "items", &others);
                fields.push(FieldSketch { name: "items".to_owned(), ty, note });
            }
            let count = self.sigs[sig].occurrences.len();
            let note = if sig == root { String::new() } else { format!("{count} in the samples") };
            sigs.push(SigSketch {
                name: self.sigs[sig].name.clone(),
                fields,
                note,
                ..SigSketch::default()
            });
        }
        let root = Some(sigs[root].name.clone());
        Sketch { source: String::new(), root, sigs, enums: self.enums }
    }

    /// By sig, the texts or numbers by which its objects are named, each once.
    fn identities(&self) -> Vec<(usize, String, BTreeSet<String>)> {
        let mut found = Vec::new();
        for sig in 0..self.sigs.len() {
            for name in ["id", "name", "key", "uuid"] {
                let mut named: BTreeMap<String, &Map<String, Json>> = BTreeMap::new();
                let is_identity = self.sigs[sig].occurrences.iter().all(|object| {
                    // Two documents may hold the same one.
                    let name = object.get(name).and_then(text);
                    name.is_some_and(|name| *named.entry(name).or_insert(object) == *object)
                });
                if is_identity && named.len() > 1 {
                    let texts = named.into_keys().collect();
                    found.push((sig, name.to_owned(), texts));
                    break;
                }
            }
        }
        found
    }

    /// Whether all of a field's values name objects of one sig.
    fn reference(
        &self,
        ids: &[(usize, String, BTreeSet<String>)],
        sig: usize,
        field: &str,
        values: &[&Json],
    ) -> Option<(Type, String)> {
        let is_listed = values.iter().any(|value| value.is_array());
        let items: Vec<&Json> = values
            .iter()
            .flat_map(|value| value.as_array().map_or(vec![*value], |items| items.iter().collect()))
            .filter(|value| !value.is_null())
            .collect();
        let texts: Option<Vec<String>> = items.iter().map(|item| text(item)).collect();
        let texts = texts.filter(|texts| !texts.is_empty())?;
        let is_number = items.iter().any(|item| item.is_number());
        let is_named = |of: usize| {
            let (field, name) = (field.to_lowercase(), self.sigs[of].name.to_lowercase());
            field.ends_with("id")
                || field.ends_with("ids")
                || field.ends_with("ref")
                || field.contains(&name)
        };
        let (of, id, _) = ids.iter().find(|(of, id, known)| {
            (*of, id.as_str()) != (sig, field)
                && !matches!(field, "id" | "uuid")
                && texts.iter().all(|text| known.contains(text))
                && (!is_number || is_named(*of))
        })?;
        let name = self.sigs[*of].name.clone();
        let note = format!("guess: a reference, for it is always the {id} of some {name}");
        let ty = Type::Named(name);
        let has_null = items.len() < values.len() && !is_listed;
        Some(match (is_listed, has_null) {
            (true, _) => (Type::Set(Box::new(ty)), note),
            (_, true) => (ty.optional(), note),
            _ => (ty, note),
        })
    }
}

fn is_scalar(value: &Json) -> bool {
    !value.is_object() && !value.is_array()
}

fn text(value: &Json) -> Option<String> {
    match value {
        Json::String(text) => Some(text.clone()),
        Json::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether objects are tables: keys that are no names, or that change while the values are alike.
fn is_table(objects: &[&Map<String, Json>]) -> bool {
    let keys: BTreeSet<&String> = objects.iter().flat_map(|object| object.keys()).collect();
    if keys.is_empty() {
        return false;
    }
    let is_name = |key: &str| {
        key.starts_with(|c: char| c.is_ascii_alphabetic() || "_$@".contains(c))
            && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-$@".contains(c))
    };
    let kind = |value: &Json| match value {
        Json::Null => 0,
        Json::Bool(_) => 1,
        Json::Number(_) => 2,
        Json::String(_) => 3,
        Json::Array(_) => 4,
        Json::Object(_) => 5,
    };
    let kinds: BTreeSet<u8> = objects.iter().flat_map(|object| object.values()).map(kind).collect();
    let most = objects.iter().map(|object| object.len()).max().unwrap_or(0);
    let are_apart =
        objects.len() > 1 && keys.len() == objects.iter().map(|object| object.len()).sum::<usize>();
    let changes = are_apart || objects.len() > 2 && keys.len() > 2 * most;
    kinds.len() == 1 && (changes || keys.len() > 24 || keys.iter().any(|key| !is_name(key)))
}

/// `entries` holds each an `entry`.
fn singular(name: &str) -> String {
    match name {
        _ if name.ends_with("ies") && name.len() > 4 => format!("{}y", &name[..name.len() - 3]),
        _ if name.ends_with("sses") || name.ends_with("xes") => name[..name.len() - 2].to_owned(),
        _ if name.ends_with('s') && !name.ends_with("ss") && name.len() > 3 => {
            name[..name.len() - 1].to_owned()
        }
        _ => name.to_owned(),
    }
}
