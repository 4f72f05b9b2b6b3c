//! A heap with open parts: members that are missing, or `{"?": true}`.

use korrel_lang::similar::most_similar;
use serde_json::Value as Json;

use super::super::graph::{HeapGraph, Scalar};
use super::super::schema::Subset;
use super::place::JsonPlace;
use super::{JsonObject, RecordReader};

/// The parts of a heap.
const SECTIONS: [&str; 4] = ["objects", "roots", "sets", "relations"];

impl<'a> RecordReader<'a> {
    pub(super) fn partial(&mut self, json: &'a Json) -> HeapGraph<'a> {
        let schema = self.schema;
        let Some(whole) = self.object(json, JsonPlace::Root("heap")) else {
            return HeapGraph::default();
        };
        self.refuse_slips(whole);
        let mut section = |key| {
            let given = whole.get(key).filter(|given| !is_open(given));
            self.section(given, key, false)
        };
        let [objects, roots, sets, relations] = SECTIONS.map(&mut section);
        let mut heap = HeapGraph::default();
        if let Some(objects) = objects {
            heap.objects = self.identify(objects);
            let sets: Vec<&Subset> = schema.sets.iter().collect();
            for at in 0..heap.objects.len() {
                heap.objects[at].fields = self.fields(&heap.objects[at].clone(), &sets, objects);
            }
        }
        if let Some(roots) = roots {
            heap.roots = self.members(schema.roots.iter(), roots, JsonPlace::Root("roots"));
        }
        if let Some(sets) = sets {
            heap.sets = self.partial_sets(sets);
        }
        if let Some(relations) = relations {
            heap.relations = self.relations(Some(relations));
            heap.relations.extend(self.orders(Some(relations), &heap));
        }
        heap
    }

    /// A part that is called otherwise would be open, and nobody would know.
    fn refuse_slips(&mut self, whole: &JsonObject) {
        let sections = SECTIONS.map(str::to_owned);
        let has_none = !SECTIONS.iter().any(|section| whole.contains_key(*section));
        for (key, value) in whole.iter().filter(|(key, _)| !SECTIONS.contains(&key.as_str())) {
            let known = "a heap has `objects`, `roots`, `sets` and `relations`";
            match most_similar(key, &sections) {
                Some(meant) => {
                    let message = format!("there is no such part of a heap: write `{meant}`");
                    self.fail::<()>(JsonPlace::Root(key), message);
                }
                None if has_none && value.is_object() => {
                    let message = format!("there is no such part of a heap: {known}");
                    self.fail::<()>(JsonPlace::Root(key), message);
                }
                None => {}
            }
        }
    }

    fn partial_sets(&mut self, given: &'a JsonObject) -> Vec<(&'a str, Vec<Scalar<'a>>)> {
        let schema = self.schema;
        self.refuse_unknown(given, JsonPlace::Root("sets"), |name| {
            schema.sets.iter().any(|set| set.name == name)
        });
        let known = schema.sets.iter().filter_map(|set| {
            let listed = given.get(&set.name).filter(|listed| !is_open(listed))?;
            Some((set, listed))
        });
        let known: Vec<(&Subset, &Json)> = known.collect();
        let holds = |(set, listed): (&'a Subset, &'a Json)| {
            let path = JsonPlace::Root("sets").key(&set.name);
            (set.name.as_str(), self.array(listed, path, &set.of))
        };
        known.into_iter().map(holds).collect()
    }
}

/// `{"?": true}`.
pub(super) fn is_open(json: &Json) -> bool {
    matches!(json, Json::Object(object) if object.len() == 1 && object.get("?") == Some(&Json::Bool(true)))
}
