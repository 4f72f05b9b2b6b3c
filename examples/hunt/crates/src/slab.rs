//! A slab of lru-slab.

use std::collections::BTreeMap;

use lru_slab::LruSlab;
use serde_json::{Value, json};

use crate::{Objects, Program};

struct Slab {
    slab: LruSlab<usize>,
    values: BTreeMap<u32, usize>, // what was last inserted into each slot
}

pub fn begun(library: &str) -> Option<Box<dyn Program>> {
    let slab = || Slab { slab: LruSlab::with_capacity(4), values: BTreeMap::new() };
    library.starts_with("lru-slab").then(|| Box::new(slab()) as Box<dyn Program>)
}

impl Program for Slab {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        let slot = || args["s"].as_u64().expect("a slot is a number") as u32;
        match op {
            "insert" => {
                let value = self.values.values().max().map_or(0, |last| last + 1);
                let slot = self.slab.insert(value);
                self.values.insert(slot, value);
                return json!(slot);
            }
            "use" => _ = self.slab.get_mut(slot()),
            _ => _ = self.slab.remove(slot()),
        }
        Value::Null
    }

    fn state(&self) -> Objects {
        let own = self.slab.iter().filter(|(slot, value)| self.values.get(slot) == Some(value));
        // A list that is in disorder may have no end.
        let slots: Vec<u32> = own.map(|(slot, _)| slot).take(4).collect();
        let state = json!({ "Slab$0": { "slots": slots, "count": self.slab.len(), "oldest": self.slab.lru() } });
        state.as_object().cloned().expect("it is one")
    }
}
