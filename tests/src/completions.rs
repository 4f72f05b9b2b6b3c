//! Does a search complete a heap in every way, and in each once?
//!
//! The oracle knows no bounds and no symmetry: of all labelled instances of the spec without the heap, each
//! way in which the heap is a part of one is a completion, and two of them are the same if a renaming of
//! the objects that are not given makes them so. It compares records as JSON.

use std::collections::{BTreeMap, BTreeSet};

use korrel_enumerate::heap::{Schema, completion, instance_record};
use korrel_enumerate::{Extras, Instances, Meaning, Problem, Records, Strategy};
use korrel_lang::instance::Instance;
use korrel_lang::model::Command;
use korrel_sat::{Effort, Step};
use serde_json::{Map, Value as Json};

use crate::Spec;

/// Given ids, by the ids that the objects have in an instance.
pub type Embedding = BTreeMap<String, String>;

/// An instance as its record shows it.
pub fn as_record(spec: &Spec, schema: &Schema, instance: &Instance) -> Json {
    let mut line = Vec::new();
    instance_record(&mut line, schema, &spec.model, instance, 0, instance.variables());
    serde_json::from_slice(&line).expect("a record is JSON")
}

/// The completions of a heap that the search finds, each as a text that says which it is.
///
/// # Errors
/// The parts of the heap that do not fit, as text.
pub fn found(
    spec: &Spec,
    command: &Command,
    meaning: Meaning,
    heap: &Json,
    strategy: Strategy,
) -> Result<Vec<String>, String> {
    let effort = Effort::default();
    let schema = Schema::new(&spec.model, command).map_err(|clash| clash.to_string())?;
    let whole = spec.unrooted_problem(command, meaning);
    let completion = completion(&schema, &whole.question, heap)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    let Some(question) = completion.question else { return Ok(Vec::new()) };
    let problem = Problem::of(question, meaning, &effort).map_err(|why| format!("{why:?}"))?;
    let instances = Instances::new(&problem, strategy, effort.clone());
    let mut instances = instances.map_err(|diagnostic| diagnostic.message.to_string())?;
    let extras = Extras { verify: true, ..Extras::default() };
    let records = Records::new(&problem, &schema, extras, &mut instances, &effort);
    let mut records = records.expect("there are no witnesses").naming(completion.names);
    let given: Embedding = objects(heap).map(|(id, _)| (id.clone(), id.clone())).collect();
    let mut all = Vec::new();
    while instances.advance() == Step::Model {
        let mut line = b"{\"id\":0".to_vec();
        let body = records.body(&mut instances).map_err(|why| format!("{why:?}"))?;
        line.extend_from_slice(body);
        let record = serde_json::from_slice(&line).expect("a record is JSON");
        all.push(text(&record, &given));
    }
    Ok(all)
}

/// Those that there are, of the labelled instances of the spec.
pub fn expected(instances: &[Json], heap: &Json) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for instance in instances {
        for embedding in embeddings(instance, heap) {
            all.insert(text(instance, &embedding));
        }
    }
    all
}

fn objects(heap: &Json) -> impl Iterator<Item = (&String, &Map<String, Json>)> {
    let objects = heap.get("objects").and_then(Json::as_object);
    let fields = |(id, object)| (id, Json::as_object(object).expect("an object has fields"));
    objects.into_iter().flatten().map(fields)
}

/// The ways in which a heap is a part of an instance.
fn embeddings(instance: &Json, heap: &Json) -> Vec<Embedding> {
    let mut found = vec![Embedding::new()];
    for (id, object) in objects(heap) {
        found = found
            .iter()
            .flat_map(|before| {
                let same = objects(instance).filter(|(other, fields)| {
                    fields["$type"] == object["$type"] && !before.contains_key(*other)
                });
                same.map(|(other, _)| {
                    let mut after = before.clone();
                    after.insert(other.clone(), id.clone());
                    after
                })
            })
            .collect();
    }
    found.retain(|embedding| is_part(instance, heap, embedding));
    found
}

/// True if all that is given is so in the instance.
fn is_part(instance: &Json, heap: &Json, embedding: &Embedding) -> bool {
    let same = |given: &Json, own: Option<&Json>| {
        own.is_some_and(|own| renamed(own, embedding) == renamed(given, &Embedding::new()))
    };
    let is_open = |given: &Json| given.get("?").is_some();
    let back: BTreeMap<&String, &String> =
        embedding.iter().map(|(own, given)| (given, own)).collect();
    let mut fields = objects(heap).flat_map(|(id, object)| {
        let own = &instance["objects"][back[id]];
        object.iter().map(move |(name, value)| (value, own.get(name)))
    });
    let sections = ["roots", "sets", "relations"].into_iter();
    let mut members = sections.flat_map(|section| {
        let given = heap.get(section).and_then(Json::as_object).into_iter().flatten();
        given.map(move |(name, value)| (value, instance[section].get(name)))
    });
    fields.all(|(given, own)| is_open(given) || same(given, own))
        && members.all(|(given, own)| is_open(given) || same(given, own))
}

/// The text of a completion, the same however the objects that are not given are called.
fn text(instance: &Json, embedding: &Embedding) -> String {
    let mut by_type: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (id, object) in objects(instance).filter(|(id, _)| !embedding.contains_key(*id)) {
        by_type.entry(object["$type"].to_string()).or_default().push(id.clone());
    }
    let mut namings = vec![embedding.clone()];
    for (ty, ids) in &by_type {
        for place in 0..ids.len() {
            namings = namings
                .iter()
                .flat_map(|before| {
                    let free = ids.iter().filter(|id| !before.contains_key(*id));
                    free.map(|id| {
                        let mut after = before.clone();
                        after.insert(id.clone(), format!("{ty}#{place}"));
                        after
                    })
                })
                .collect();
        }
    }
    let sections = ["objects", "roots", "sets", "relations"];
    let all =
        |naming: &Embedding| sections.map(|section| renamed(&instance[section], naming)).join(" ");
    namings.iter().map(all).min().expect("there is a naming")
}

/// A value with other ids, in one order; arrays are sets.
fn renamed(value: &Json, names: &Embedding) -> String {
    let name = |text: &String| names.get(text).unwrap_or(text).clone();
    match value {
        Json::String(text) => name(text),
        Json::Array(items) => {
            let mut items: Vec<String> = items.iter().map(|item| element(item, names)).collect();
            items.sort();
            format!("[{}]", items.join(","))
        }
        Json::Object(members) => {
            let mut members: Vec<String> = members
                .iter()
                .map(|(key, value)| format!("{}:{}", name(key), renamed(value, names)))
                .collect();
            members.sort();
            format!("{{{}}}", members.join(","))
        }
        other => other.to_string(),
    }
}

/// An element of a set: an atom, or a tuple, whose columns keep their places.
fn element(value: &Json, names: &Embedding) -> String {
    match value.as_array() {
        None => renamed(value, names),
        Some(columns) => {
            let columns: Vec<String> =
                columns.iter().map(|column| renamed(column, names)).collect();
            columns.join("→")
        }
    }
}
