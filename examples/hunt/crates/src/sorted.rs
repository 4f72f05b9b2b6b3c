//! Sorted sets that know the place of each element.

use indexset::BTreeSet;
use serde_json::{Map, Value, json};

use crate::{Objects, Program};

struct Sorted(BTreeSet<i64>);

pub fn begun(library: &str, objects: &Objects) -> Option<Box<dyn Program>> {
    // Small nodes: few elements need several.
    let mut set = match library {
        "indexset" => BTreeSet::with_maximum_node_size(2),
        _ => return None,
    };
    for x in objects["Set$0"]["first"].as_array().expect("it is a list") {
        set.insert(x.as_i64().expect("it is a number"));
    }
    Some(Box::new(Sorted(set)))
}

impl Program for Sorted {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        let number = |of: &str| args[of].as_i64().expect("it is a number");
        match op {
            "popFirst" => return json!(self.0.pop_first()),
            "popLast" => return json!(self.0.pop_last()),
            "popAt" => return json!(self.0.pop_index(number("i") as usize)),
            "insert" => _ = self.0.insert(number("x")),
            "remove" => _ = self.0.remove(&number("x")),
            "splitOff" => _ = self.0.split_off(&number("x")),
            "splitOn" => self.0 = self.0.split_off(&number("x")),
            _ => self.0.retain(|x: &i64| *x != number("x")),
        }
        Value::Null
    }

    fn state(&self) -> Objects {
        let set = &self.0;
        let forwards: Vec<i64> = set.iter().copied().collect();
        let mut backwards: Vec<i64> = set.iter().rev().copied().collect();
        backwards.reverse();
        let places: Vec<i64> = (0..set.len()).filter_map(|i| set.get_index(i).copied()).collect();
        let ends = [set.first(), set.last()] == [forwards.first(), forwards.last()];
        let found = forwards.iter().all(|x| set.contains(x));
        let items =
            [places, backwards].into_iter().find(|other| *other != forwards || !ends || !found);
        let rank: Vec<(i64, usize)> = (0..6).map(|x| (x, set.rank(&x))).collect();
        let from: Vec<(i64, i64)> =
            (0..6).flat_map(|x| set.range(x..).map(move |y| (x, *y))).collect();
        let items = items.unwrap_or(forwards);
        Map::from_iter([(
            "Set$0".to_owned(),
            json!({ "items": items, "rank": rank, "from": from }),
        )])
    }
}
