//! A document as the record of a heap, or of a trace, with values as a header declares them.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json, json};

use super::declared::witness;
use super::{AlloyField, AlloySig, AlloyState, AlloyXml};
use crate::header::{Header, number};
use crate::shape::Shape;

pub(super) fn record(document: &AlloyXml, header: &Header) -> Json {
    let order = order(&document.states[0], header);
    let of = |state| StateRecord::new(state, header, &order);
    let states: Vec<StateRecord<'_>> = document.states.iter().map(of).collect();
    let mut record = match document.back {
        Some(back) => {
            let states: Json = states.iter().map(StateRecord::json).collect();
            json!({ "kind": "instance", "states": states, "loop": back })
        }
        None => {
            let mut record = states[0].json();
            let parts = record.as_object_mut().expect("a state is an object");
            parts.shift_insert(0, "kind".to_owned(), json!("instance"));
            record
        }
    };
    let witnesses = states[0].witnesses();
    if !witnesses.is_empty() {
        record["witness"] = witnesses.into();
    }
    record
}

/// New names for the atoms of ordered sigs, whose numbers are the order.
fn order(state: &AlloyState, header: &Header) -> BTreeMap<String, String> {
    let mut renamed = BTreeMap::new();
    let nexts = state.fields.iter().filter(|field| {
        let of = state.sig(&field.parent);
        field.name == "Next" && of.is_some_and(|sig| sig.name.ends_with("/Ord"))
    });
    for next in nexts {
        let pairs = next.tuples.iter().filter_map(|tuple| match &tuple[..] {
            [_, before, after] => Some((before.as_str(), after.as_str())),
            _ => None,
        });
        let pairs: BTreeMap<&str, &str> = pairs.collect();
        let first = pairs.keys().find(|atom| !pairs.values().any(|after| after == *atom));
        let Some(first) = first.copied() else { continue };
        let line = std::iter::successors(Some(first), |atom| pairs.get(atom).copied());
        let line: Vec<&str> = line.take(pairs.len() + 1).collect();
        let of = state.sigs.iter().find(|sig| sig.atoms.iter().any(|atom| atom == first));
        let is_fixed =
            of.is_some_and(|sig| state.line(sig).any(|sig| header.fixed.contains(&sig.name)));
        let mut names = line.clone();
        names.sort_by_key(|name| number(name));
        if is_fixed {
            let pairs = line.iter().zip(names);
            renamed.extend(pairs.map(|(atom, name)| ((*atom).to_owned(), name.to_owned())));
        }
    }
    renamed
}

struct StateRecord<'a> {
    state: &'a AlloyState,
    header: &'a Header,
    renamed: &'a BTreeMap<String, String>,
    /// The deepest sig of each object.
    objects: BTreeMap<&'a str, &'a AlloySig>,
    /// The values that are no objects: of enums, and truth values.
    values: BTreeMap<&'a str, Json>,
}

impl<'a> StateRecord<'a> {
    fn new(
        state: &'a AlloyState,
        header: &'a Header,
        renamed: &'a BTreeMap<String, String>,
    ) -> StateRecord<'a> {
        let mut objects: BTreeMap<&str, &AlloySig> = BTreeMap::new();
        let mut values = BTreeMap::new();
        for sig in &state.sigs {
            let is_declared = header.type_of(&sig.name).is_some();
            let value = match sig.boolean() {
                Some(value) if !is_declared => Some(json!(value)),
                _ => (!is_declared && header.is_enum_value(&sig.name)).then(|| json!(sig.name)),
            };
            for atom in &sig.atoms {
                if let Some(value) = &value {
                    values.insert(atom.as_str(), value.clone());
                } else if is_declared && !sig.is_subset() {
                    let depth = |sig| state.line(sig).count();
                    let held = objects.get(atom.as_str());
                    if held.is_none_or(|other| depth(other) < depth(sig)) {
                        objects.insert(atom, sig);
                    }
                }
            }
        }
        StateRecord { state, header, renamed, objects, values }
    }

    fn json(&self) -> Json {
        let mut objects: Vec<(String, Json)> = Vec::new();
        for (&atom, sig) in &self.objects {
            let mut object = Map::from_iter([("$type".to_owned(), json!(sig.name))]);
            for member in self.header.fields(&sig.name) {
                let is_there = self.header.sets.iter().all(|set| {
                    let declares = set.fields.iter().any(|field| field.name == member.name);
                    !declares || self.is_in(&set.name, atom)
                });
                if is_there {
                    let tuples = self.tuples_of(atom, &member.name);
                    object.insert(member.name.clone(), self.value(&member.shape, &tuples));
                }
            }
            // What the header does not know is for the reader to judge.
            for field in self.state.fields.iter().filter(|field| !field.is_hidden) {
                let tuples = self.tuples_of(atom, &field.name);
                if !tuples.is_empty() && !object.contains_key(&field.name) {
                    let shape = Shape::Relation(Vec::new());
                    object.insert(field.name.clone(), self.value(&shape, &tuples));
                }
            }
            objects.push((self.name(atom), object.into()));
        }
        objects.sort_by_key(|(id, object)| {
            let ty = object["$type"].as_str().unwrap_or_default();
            (self.header.place(self.header.top(ty)), number(id), id.clone())
        });
        let mut state = json!({
            "roots": self.roots(), "objects": objects.into_iter().collect::<Map<_, _>>(),
        });
        let sets = self.header.sets.iter().filter_map(|set| {
            let sig = self.state.sigs.iter().find(|sig| sig.name == set.name)?;
            Some((set.name.clone(), sig.atoms.iter().map(|atom| self.scalar(atom)).collect()))
        });
        let sets: Map<String, Json> = sets.collect();
        if !sets.is_empty() {
            state["sets"] = sets.into();
        }
        let relations = self.header.relations.iter().filter_map(|member| {
            let (sig, name) = member.name.rsplit_once('.')?;
            let is_it = |field: &&AlloyField| {
                let of = self.state.sig(&field.parent);
                field.name == name && of.is_some_and(|of| of.name == sig)
            };
            let field = self.state.fields.iter().find(is_it)?;
            let tuples: Vec<&[String]> = field.tuples.iter().map(Vec::as_slice).collect();
            Some((member.name.clone(), self.value(&member.shape, &tuples)))
        });
        let relations: Map<String, Json> = relations.collect();
        if !relations.is_empty() {
            state["relations"] = relations.into();
        }
        state
    }

    fn is_in(&self, set: &str, atom: &str) -> bool {
        let sig = self.state.sigs.iter().find(|sig| sig.name == set);
        sig.is_some_and(|sig| sig.atoms.iter().any(|other| other == atom))
    }

    /// The rest of an object's tuples in a field.
    fn tuples_of(&self, atom: &str, field: &str) -> Vec<&[String]> {
        let named = self.state.fields.iter().filter(|other| other.name == field);
        let tuples = named.flat_map(|field| &field.tuples);
        let own = tuples.filter(|tuple| tuple.first().is_some_and(|first| first == atom));
        own.map(|tuple| &tuple[1..]).collect()
    }

    /// The sigs of one object, and the parameters of the command, which are witnesses of the document.
    fn roots(&self) -> Map<String, Json> {
        let root = |name: &str, shape: &Shape| {
            if let Some(skolem) = self.skolem(name) {
                return self.value(shape, &skolem);
            }
            let is_it = |sig: &&&AlloySig| {
                sig.name == name || self.state.line(sig).any(|one| one.name == name && one.is_one)
            };
            let atom = self.objects.iter().find(|(_, sig)| is_it(sig));
            atom.map_or_else(|| self.value(shape, &[]), |(atom, _)| json!(self.name(atom)))
        };
        let roots = self.header.roots.iter();
        roots.map(|member| (member.name.clone(), root(&member.name, &member.shape))).collect()
    }

    fn witnesses(&self) -> Map<String, Json> {
        let witness = |name: &str, shape: &Shape| Some(self.value(shape, &self.skolem(name)?));
        let all = self.header.witnesses.iter();
        all.filter_map(|one| Some((one.name.clone(), witness(&one.name, &one.shape)?))).collect()
    }

    fn skolem(&self, name: &str) -> Option<Vec<&[String]>> {
        let mut skolems = self.state.skolems.iter();
        let found = skolems.find(|skolem| witness(self.state, &skolem.name) == name)?;
        Some(found.tuples.iter().map(Vec::as_slice).collect())
    }

    fn name(&self, atom: &str) -> String {
        self.renamed.get(atom).map_or(atom, String::as_str).to_owned()
    }

    /// A tuple set in the form of a shape. What does not fit it stays a set, which a reader refuses.
    fn value(&self, shape: &Shape, tuples: &[&[String]]) -> Json {
        let one = |tuple: &[String]| match tuple {
            [atom] => self.scalar(atom),
            tuple => tuple.iter().map(|atom| self.scalar(atom)).collect(),
        };
        let all = || tuples.iter().map(|tuple| one(tuple)).collect::<Json>();
        let are_pairs = tuples.iter().all(|tuple| tuple.len() == 2);
        match (shape, tuples) {
            (Shape::One(_) | Shape::Lone(_), []) => Json::Null,
            (Shape::One(_) | Shape::Lone(_), [tuple]) => one(tuple),
            (Shape::Sequence(_), tuples) if are_pairs => {
                let mut items: Vec<(i64, Json)> = tuples
                    .iter()
                    .map(|tuple| (tuple[0].parse().unwrap_or(i64::MAX), self.scalar(&tuple[1])))
                    .collect();
                items.sort_by_key(|(index, _)| *index);
                match items.iter().map(|(index, _)| *index).eq(0..items.len() as i64) {
                    true => items.into_iter().map(|(_, item)| item).collect(),
                    false => all(),
                }
            }
            (Shape::Map(..), tuples) if are_pairs => {
                let key = |atom: &str| match self.scalar(atom) {
                    Json::String(text) => text,
                    other => other.to_string(),
                };
                let entry = |tuple: &&[String]| (key(&tuple[0]), self.scalar(&tuple[1]));
                let entries: Map<String, Json> = tuples.iter().map(entry).collect();
                if entries.len() == tuples.len() { entries.into() } else { all() }
            }
            (Shape::Relation(_), tuples) => {
                let tuple = |tuple: &&[String]| {
                    tuple.iter().map(|atom| self.scalar(atom)).collect::<Json>()
                };
                tuples.iter().map(tuple).collect()
            }
            _ => all(),
        }
    }

    fn scalar(&self, atom: &str) -> Json {
        if self.objects.contains_key(atom) {
            return json!(self.name(atom));
        }
        if let Some(value) = self.values.get(atom) {
            return value.clone();
        }
        if let Ok(number) = atom.parse::<i64>() {
            return json!(number);
        }
        let quoted = atom.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        json!(quoted.unwrap_or(atom))
    }
}
