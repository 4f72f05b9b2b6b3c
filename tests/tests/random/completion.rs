//! Random specs with random partial heaps: every completion is found, each once.
//!
//! A heap is a part of an instance, some objects with some of their fields, and now and then a value that
//! no instance has there. The witness (`korrel_tests::completions`) embeds it into every labelled instance
//! that brute force finds, or of rooted heaps varisat, without any symmetry.
//!
//! `KORREL_RANDOM_SPECS=1000 cargo test --release -p korrel-tests --test random completion`

use std::collections::{BTreeMap, BTreeSet};

use korrel_enumerate::heap::Schema;
use korrel_enumerate::{Classes, Engine, Meaning, Strategy};
use korrel_tests::completions::{as_record, expected, found};
use korrel_tests::{Spec, open_cells};
use korrel_translate::Overflow;
use serde_json::{Map, Value as Json, json};

use crate::generator::Generator;
use crate::setting;

/// Brute force can try at most two to this power assignments here.
const MOST_CELLS: usize = 10;

/// More labelled instances than this are too many to embed a heap into each.
const MOST_INSTANCES: usize = 80;

/// If it failed, a test would miss a heap that its generator allows, or run one twice.
#[test]
fn heaps_are_completed_in_every_way() {
    let (count, seed) = (setting("KORREL_RANDOM_SPECS", 100), setting("KORREL_RANDOM_SEED", 1));
    let mut generator = Generator::new(seed);
    let (mut done, mut with_some, mut with_many, mut with_added) = (0, 0, 0, 0);
    while done < count {
        // Rooted heaps have too many assignments for brute force.
        let is_rooted = generator.chance(1, 3);
        let text = if is_rooted { generator.heap().text() } else { generator.spec() };
        let overflow = generator.one_of(&[Overflow::Forbid, Overflow::Wrap]);
        let meaning = Meaning { overflow, ignore_parameters: false };
        let spec = Spec::new(&text);
        let command = spec.first();
        let Ok(schema) = Schema::new(&spec.model, &command) else { continue };
        let problem = spec.unrooted_problem(&command, meaning);
        let is_small = is_rooted || open_cells(&problem) <= MOST_CELLS;
        if !is_small || problem.check_judged().is_err() {
            continue;
        }
        let engine = if is_rooted { Engine::Varisat } else { Engine::Brute };
        let labelled = Strategy { engine, classes: Classes::Labelled, ..Strategy::default() };
        let quick = Strategy { engine: Engine::Enumerator, ..labelled };
        if spec.few_instances(&problem, quick, MOST_INSTANCES).is_none() {
            continue;
        }
        let instances = spec.instances(&problem, labelled);
        if instances.is_empty() {
            continue;
        }
        let records: Vec<Json> =
            instances.iter().map(|instance| as_record(&spec, &schema, instance)).collect();
        let whole = generator.one_of(&records);
        let heap = part(&mut generator, &whole);
        let all = expected(&records, &heap);
        let text = || format!("seed {seed}, spec {done}, {meaning:?}:\n{text}\n{heap}");
        let own = found(&spec, &command, meaning, &heap, Strategy::default());
        let own = own.unwrap_or_else(|errors| panic!("{errors}\n{}", text()));
        let distinct: BTreeSet<String> = own.iter().cloned().collect();
        assert_eq!(distinct, all, "{}", text());
        assert_eq!(own.len(), distinct.len(), "some are found twice\n{}", text());
        done += 1;
        with_some += u64::from(!all.is_empty());
        with_many += u64::from(all.len() > 1);
        let given = heap["objects"].as_object().map_or(0, Map::len);
        let sizes = records.iter().map(|record| record["objects"].as_object().map_or(0, Map::len));
        with_added += u64::from(given > 0 && sizes.max() > Some(given));
    }
    let shares = [with_some, with_many, with_added];
    assert!(shares.iter().all(|share| share * 4 > count), "{shares:?} of {count} test little");
}

/// Some objects of an instance, with some of their fields, under other ids.
fn part(generator: &mut Generator, whole: &Json) -> Json {
    let objects = whole["objects"].as_object().expect("a record has objects");
    let kept: Vec<&String> = objects.keys().filter(|_| generator.chance(2, 3)).collect();
    let names: BTreeMap<&String, String> =
        kept.iter().enumerate().map(|(at, id)| (*id, format!("x{at}"))).collect();
    let mut given = Map::new();
    for id in &kept {
        let mut object = Map::new();
        for (name, value) in objects[*id].as_object().expect("an object has fields") {
            if name == "$type" {
                object.insert(name.clone(), value.clone());
                continue;
            }
            let value = changed(generator, value, &names);
            object.extend(value.map(|value| (name.clone(), value)));
        }
        given.insert(names[*id].clone(), Json::Object(object));
    }
    let mut heap = json!({ "objects": given });
    for section in ["roots", "sets"] {
        let Some(members) = whole[section].as_object() else { continue };
        let mut given = Map::new();
        for (name, value) in members {
            let value = changed(generator, value, &names);
            given.extend(value.map(|value| (name.clone(), value)));
        }
        if generator.chance(3, 4) {
            heap[section] = Json::Object(given);
        }
    }
    heap
}

/// A value as it is, another one, or open; `None` if it is left out, or speaks of what is.
fn changed(
    generator: &mut Generator,
    value: &Json,
    names: &BTreeMap<&String, String>,
) -> Option<Json> {
    match generator.below(8) {
        0 | 1 => None,
        2 => Some(json!({ "?": true })),
        3 if value.is_array() => Some(json!([])),
        _ => renamed(value, names),
    }
}

fn renamed(value: &Json, names: &BTreeMap<&String, String>) -> Option<Json> {
    match value {
        Json::String(id) => names.get(id).map(|name| json!(name)),
        Json::Array(items) => items.iter().map(|item| renamed(item, names)).collect(),
        Json::Object(members) => {
            let member = |(key, value): (&String, &Json)| {
                let key = names
                    .get(key)
                    .cloned()
                    .or_else(|| key.parse::<i64>().ok().map(|_| key.clone()));
                Some((key?, renamed(value, names)?))
            };
            members.iter().map(member).collect::<Option<Map<_, _>>>().map(Json::Object)
        }
        other => Some(other.clone()),
    }
}
