//! Caches that choose by themselves what they forget.

use serde_json::{Map, Value, json};

use crate::{Objects, Program, name};

type Text = String;

trait Cache {
    fn put(&mut self, key: Text, value: Text);
    fn get(&mut self, key: &str) -> Option<Text>;
    fn remove(&mut self, key: &str) -> Option<Text>;
    fn clear(&mut self);
    /// What it holds under a key, which is no use of it.
    fn peek(&self, key: &str) -> Option<Text>;
    fn len(&self) -> usize;
}

/// A cache of `caches`.
struct Caches<C>(C);

impl<C: caches::Cache<Text, Text>> Cache for Caches<C> {
    fn put(&mut self, key: Text, value: Text) {
        self.0.put(key, value);
    }
    fn get(&mut self, key: &str) -> Option<Text> {
        self.0.get(key).cloned()
    }
    fn remove(&mut self, key: &str) -> Option<Text> {
        self.0.remove(key)
    }
    fn clear(&mut self) {
        self.0.purge();
    }
    fn peek(&self, key: &str) -> Option<Text> {
        self.0.peek(key).cloned()
    }
    fn len(&self) -> usize {
        self.0.len()
    }
}

impl Cache for quick_cache::unsync::Cache<Text, Text> {
    fn put(&mut self, key: Text, value: Text) {
        self.insert(key, value);
    }
    fn get(&mut self, key: &str) -> Option<Text> {
        (*self).get(key).cloned()
    }
    fn remove(&mut self, key: &str) -> Option<Text> {
        self.remove(key).map(|(_, value)| value)
    }
    fn clear(&mut self) {
        self.clear();
    }
    fn peek(&self, key: &str) -> Option<Text> {
        self.peek(key).cloned()
    }
    fn len(&self) -> usize {
        self.len()
    }
}

struct Loose(Box<dyn Cache>);

pub fn begun(library: &str, objects: &Objects) -> Option<Box<dyn Program>> {
    let room = || objects["Cache$0"]["room"].as_u64().expect("a cache has room") as usize;
    Some(Box::new(Loose(match library {
        "SegmentedCache" => Box::new(Caches(
            caches::SegmentedCache::new(room().div_ceil(2), (room() / 2).max(1))
                .expect("it has room"),
        )),
        "TwoQueueCache" => {
            Box::new(Caches(caches::TwoQueueCache::new(room()).expect("it has room")))
        }
        "AdaptiveCache" => {
            Box::new(Caches(caches::AdaptiveCache::new(room()).expect("it has room")))
        }
        "WTinyLFUCache" => Box::new(Caches(
            caches::WTinyLFUCache::with_sizes(1, 1, room() - 2, 8).expect("it has room"),
        )),
        "quick_cache" => Box::new(quick_cache::unsync::Cache::new(room())),
        _ => return None,
    })))
}

impl Program for Loose {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        let key = || name(args, "k");
        match op {
            "put" | "offer" => self.0.put(key(), name(args, "v")),
            "get" => return json!(self.0.get(&key())),
            "remove" => return json!(self.0.remove(&key())),
            _ => self.0.clear(),
        }
        Value::Null
    }

    fn state(&self) -> Objects {
        let keys = (0..4).map(|key| format!("Key${key}"));
        let at: Objects =
            keys.filter_map(|key| Some((key.clone(), json!(self.0.peek(&key)?)))).collect();
        Map::from_iter([("Cache$0".to_owned(), json!({ "at": at, "count": self.0.len() }))])
    }
}
