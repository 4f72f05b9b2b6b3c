//! Maps that keep their keys in an order.

use indexmap::IndexMap;
use serde_json::{Map, Value, json};

use crate::{Objects, Program, name};

type Text = String;

/// The calls that a map has; `run` names them.
trait Ordered {
    fn call(&mut self, op: &str, args: &Objects) -> Option<Text>;
    fn insert_first(&mut self, key: Text, value: Text);
    /// Keys and values in order, as each way to ask tells them.
    fn all(&self) -> Vec<Vec<(Text, Text)>>;
}

fn pair((key, value): (&Text, &Text)) -> (Text, Text) {
    (key.clone(), value.clone())
}

fn place(args: &Objects, of: &str) -> usize {
    args[of].as_u64().expect("a place is a number") as usize
}

impl Ordered for IndexMap<Text, Text> {
    fn call(&mut self, op: &str, args: &Objects) -> Option<Text> {
        let (key, value) = (|| name(args, "k"), || name(args, "v"));
        let (i, j) = (|| place(args, "i"), || place(args, "j"));
        match op {
            "insert" => return self.insert(key(), value()),
            "shiftInsert" => return self.shift_insert(i(), key(), value()),
            "insertBefore" => return self.insert_before(i(), key(), value()).1,
            "shiftRemove" => return self.shift_remove(&key()),
            "swapRemove" => return self.swap_remove(&key()),
            "pop" => return self.pop().map(|(key, _)| key),
            "popFirst" => return self.shift_remove_index(0).map(|(key, _)| key),
            "moveIndex" => self.move_index(i(), j()),
            "swapIndices" => self.swap_indices(i(), j()),
            "drain" => _ = self.drain(i()..j()),
            "retain" => self.retain(|_, other| *other == value()),
            _ => self.reverse(),
        }
        None
    }
    fn insert_first(&mut self, key: Text, value: Text) {
        self.insert(key, value);
    }
    fn all(&self) -> Vec<Vec<(Text, Text)>> {
        let by_key = self.keys().map(|key| (key.clone(), self[key].clone()));
        let place = |i| self.get_index_of(self.get_index(i).expect("it has so many").0);
        let by_place = (0..self.len()).filter_map(|i| self.get_index(place(i)?).map(pair));
        vec![self.iter().map(pair).collect(), by_key.collect(), by_place.collect()]
    }
}

/// Linked maps, which differ in two names and in how they retain.
macro_rules! linked {
    ($map:ty, $replace:ident, $to_back:ident, $retain:expr) => {
        impl Ordered for $map {
            fn call(&mut self, op: &str, args: &Objects) -> Option<Text> {
                let (key, value) = (|| name(args, "k"), || name(args, "v"));
                match op {
                    "insert" => return self.$replace(key(), value()),
                    "insertBack" => return self.insert(key(), value()),
                    "shiftRemove" => return self.remove(&key()),
                    "pop" => return self.pop_back().map(|(key, _)| key),
                    "popFirst" => return self.pop_front().map(|(key, _)| key),
                    "toBack" => return self.$to_back(&key()).cloned(),
                    _ => $retain(self, value()),
                }
                None
            }
            fn insert_first(&mut self, key: Text, value: Text) {
                self.insert(key, value);
            }
            fn all(&self) -> Vec<Vec<(Text, Text)>> {
                let mut backwards: Vec<_> = self.iter().rev().map(pair).collect();
                backwards.reverse();
                let by_key = self.keys().map(|key| (key.clone(), self[key].clone()));
                vec![self.iter().map(pair).collect(), backwards, by_key.collect()]
            }
        }
    };
}

linked!(hashlink::LinkedHashMap<Text, Text>, replace, to_back, |map: &mut Self, value| {
    map.retain(|_, other| *other == value);
});
linked!(ritelinked::LinkedHashMap<Text, Text>, replace, to_back, |map: &mut Self, value| {
    map.retain(|_, other| *other == value);
});
// It has no `replace`, which `run` leaves out.
linked!(linked_hash_map::LinkedHashMap<Text, Text>, insert, get_refresh, |map: &mut Self, value| {
    for entry in map.entries() {
        if *entry.get() != value {
            entry.remove();
        }
    }
});

struct Keys(Box<dyn Ordered>);

pub fn begun(library: &str, objects: &Objects) -> Option<Box<dyn Program>> {
    let mut map: Box<dyn Ordered> = match library {
        "indexmap" => Box::new(IndexMap::new()),
        "linked-hash-map" => Box::new(linked_hash_map::LinkedHashMap::new()),
        "LinkedHashMap" => Box::new(hashlink::LinkedHashMap::new()),
        "ritelinked" => Box::new(ritelinked::LinkedHashMap::new()),
        _ => return None,
    };
    let start = &objects["Map$0"];
    for key in start["first"].as_array().expect("it is a list") {
        let key = key.as_str().expect("it is a key");
        let value = start["at"][key].as_str().expect("it has a value");
        map.insert_first(key.to_owned(), value.to_owned());
    }
    Some(Box::new(Keys(map)))
}

impl Program for Keys {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        json!(self.0.call(op, args))
    }

    fn state(&self) -> Objects {
        let mut told = self.0.all();
        let first = told.swap_remove(0);
        let all = told.into_iter().find(|other| *other != first).unwrap_or(first);
        let keys: Vec<&Text> = all.iter().map(|(key, _)| key).collect();
        let at: Objects = all.iter().map(|(key, value)| (key.clone(), json!(value))).collect();
        Map::from_iter([("Map$0".to_owned(), json!({ "keys": keys, "at": at }))])
    }
}
