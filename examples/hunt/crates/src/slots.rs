//! Slot maps, whose values are the names of their keys.

use serde_json::{Value, json};

use crate::{Objects, Program, name};

trait Slots {
    /// The number of the key among all that were given so far, which may be an old one.
    fn insert(&mut self, value: usize) -> usize;
    fn remove(&mut self, key: usize) -> Option<usize>;
    fn retain(&mut self, value: usize);
    fn clear(&mut self);
    fn get(&self, key: usize) -> Option<usize>;
    /// The keys that it lists.
    fn listed(&self) -> Vec<usize>;
    fn given(&self) -> usize;
}

struct Given<Map, Key> {
    map: Map,
    keys: Vec<Key>,
}

impl<Map, Key: Copy + PartialEq> Given<Map, Key> {
    fn number(&self, key: Key) -> usize {
        self.keys.iter().position(|other| *other == key).unwrap_or(usize::MAX)
    }

    fn give(&mut self, key: Key) -> usize {
        if !self.keys.contains(&key) {
            self.keys.push(key);
        }
        self.number(key)
    }
}

macro_rules! slots {
    ($map:ty, $key:ty) => {
        impl Slots for Given<$map, $key> {
            fn insert(&mut self, value: usize) -> usize {
                let key = self.map.insert(value);
                self.give(key)
            }
            fn remove(&mut self, key: usize) -> Option<usize> {
                remove(&mut self.map, self.keys[key])
            }
            fn retain(&mut self, value: usize) {
                self.map.retain(|_, other| *other == value);
            }
            fn clear(&mut self) {
                self.map.clear();
            }
            fn get(&self, key: usize) -> Option<usize> {
                self.map.get(self.keys[key]).copied()
            }
            fn listed(&self) -> Vec<usize> {
                self.map.iter().map(|(key, _)| self.number(key)).collect()
            }
            fn given(&self) -> usize {
                self.keys.len()
            }
        }
    };
}

/// A map's own `remove`, which says what was there.
trait Remove<Key> {
    fn remove_key(&mut self, key: Key) -> Option<usize>;
}

macro_rules! removes {
    ($map:ty, $key:ty, $remove:ident) => {
        impl Remove<$key> for $map {
            fn remove_key(&mut self, key: $key) -> Option<usize> {
                self.$remove(key)
            }
        }
    };
}

fn remove<Map: Remove<Key>, Key>(map: &mut Map, key: Key) -> Option<usize> {
    map.remove_key(key)
}

removes!(slotmap::SlotMap<slotmap::DefaultKey, usize>, slotmap::DefaultKey, remove);
removes!(slotmap::DenseSlotMap<slotmap::DefaultKey, usize>, slotmap::DefaultKey, remove);
removes!(thunderdome::Arena<usize>, thunderdome::Index, remove);
removes!(generational_arena::Arena<usize>, generational_arena::Index, remove);
removes!(::slab::Slab<usize>, usize, try_remove);

slots!(slotmap::SlotMap<slotmap::DefaultKey, usize>, slotmap::DefaultKey);
slots!(slotmap::DenseSlotMap<slotmap::DefaultKey, usize>, slotmap::DefaultKey);
slots!(thunderdome::Arena<usize>, thunderdome::Index);
slots!(generational_arena::Arena<usize>, generational_arena::Index);
slots!(::slab::Slab<usize>, usize);

struct Keys {
    slots: Box<dyn Slots>,
    values: Vec<usize>, // what was last inserted under each key
    inserted: usize,
}

pub fn begun(library: &str) -> Option<Box<dyn Program>> {
    let slots: Box<dyn Slots> = match library {
        "SlotMap" => Box::new(Given {
            map: slotmap::SlotMap::<slotmap::DefaultKey, usize>::new(),
            keys: vec![],
        }),
        "DenseSlotMap" => Box::new(Given {
            map: slotmap::DenseSlotMap::<slotmap::DefaultKey, usize>::new(),
            keys: vec![],
        }),
        "thunderdome" => Box::new(Given::<_, thunderdome::Index> {
            map: thunderdome::Arena::<usize>::new(),
            keys: vec![],
        }),
        "generational-arena" => Box::new(Given::<_, generational_arena::Index> {
            map: generational_arena::Arena::<usize>::new(),
            keys: vec![],
        }),
        "slab" => Box::new(Given::<_, usize> { map: ::slab::Slab::<usize>::new(), keys: vec![] }),
        _ => return None,
    };
    Some(Box::new(Keys { slots, values: Vec::new(), inserted: 0 }))
}

fn named(key: usize) -> String {
    format!("Key${key}")
}

impl Keys {
    /// The key, if this is its own value; another one's value is shown as it is, which is no key.
    fn shown(&self, key: usize, value: usize) -> Value {
        if value == self.values[key] { json!(named(key)) } else { json!(value) }
    }
}

impl Program for Keys {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        let key = || name(args, "k")[4..].parse::<usize>().expect("a key has a number");
        match op {
            "insert" | "insertAgain" => {
                let key = self.slots.insert(self.inserted);
                self.values.resize(self.slots.given(), 0);
                self.values[key] = self.inserted;
                self.inserted += 1;
                Value::Null
            }
            "remove" => {
                let key = key();
                let removed = self.slots.remove(key);
                removed.map_or(Value::Null, |value| self.shown(key, value))
            }
            "retain" => {
                // A key that is not live has no value to retain.
                let value = self.slots.get(key()).unwrap_or(usize::MAX);
                self.slots.retain(value);
                Value::Null
            }
            _ => {
                self.slots.clear();
                Value::Null
            }
        }
    }

    fn state(&self) -> Objects {
        let given = 0..self.slots.given();
        let live = given.clone().filter_map(|key| Some(self.shown(key, self.slots.get(key)?)));
        let live: Vec<Value> = live.collect();
        let listed: Vec<String> = self.slots.listed().into_iter().map(named).collect();
        let mut objects: Objects =
            given.map(|key| (named(key), json!({ "$type": "Key" }))).collect();
        objects.insert(
            "Slots$0".to_owned(),
            json!({ "$type": "Slots", "live": live, "listed": listed }),
        );
        objects
    }
}
