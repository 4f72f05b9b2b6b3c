//! Caches that forget what is unused for longest.

use std::num::NonZeroUsize;

use serde_json::{Map, Value, json};

use crate::{Objects, Program, name};

trait Cache {
    fn put(&mut self, key: String, value: String) -> Option<String>;
    fn get(&mut self, key: &str) -> Option<String>;
    fn peek(&self, key: &str) -> Option<String>;
    fn remove(&mut self, key: &str) -> Option<String>;
    fn pop_oldest(&mut self) -> Option<String>;
    fn pop_newest(&mut self) -> Option<String>;
    fn resize(&mut self, room: usize);
    fn room(&self) -> usize;
    /// Keys and values, the one that was used last first.
    fn all(&self) -> Vec<(String, String)>;
}

fn pair((key, value): (&String, &String)) -> (String, String) {
    (key.clone(), value.clone())
}

fn size(room: usize) -> NonZeroUsize {
    NonZeroUsize::new(room).expect("a cache has room")
}

macro_rules! cache {
    ($cache:ty, $remove:ident, $oldest:ident, $newest:ident) => {
        impl Cache for $cache {
            fn put(&mut self, key: String, value: String) -> Option<String> {
                self.put(key, value)
            }
            fn get(&mut self, key: &str) -> Option<String> {
                self.get(key).cloned()
            }
            fn peek(&self, key: &str) -> Option<String> {
                self.peek(key).cloned()
            }
            fn remove(&mut self, key: &str) -> Option<String> {
                self.$remove(key)
            }
            fn pop_oldest(&mut self) -> Option<String> {
                self.$oldest().map(|(key, _)| key)
            }
            fn pop_newest(&mut self) -> Option<String> {
                self.$newest().map(|(key, _)| key)
            }
            fn resize(&mut self, room: usize) {
                self.resize(size(room));
            }
            fn room(&self) -> usize {
                self.capacity_now()
            }
            fn all(&self) -> Vec<(String, String)> {
                self.iter().map(pair).collect()
            }
        }
    };
}

trait Capacity {
    fn capacity_now(&self) -> usize;
}

impl Capacity for lru::LruCache<String, String> {
    fn capacity_now(&self) -> usize {
        self.cap().get()
    }
}

impl Capacity for clru::CLruCache<String, String> {
    fn capacity_now(&self) -> usize {
        self.capacity()
    }
}

cache!(lru::LruCache<String, String>, pop, pop_lru, pop_mru);
cache!(clru::CLruCache<String, String>, pop, pop_back, pop_front);

impl Cache for hashlink::LruCache<String, String> {
    fn put(&mut self, key: String, value: String) -> Option<String> {
        self.insert(key, value)
    }
    fn get(&mut self, key: &str) -> Option<String> {
        self.get(key).cloned()
    }
    fn peek(&self, key: &str) -> Option<String> {
        self.peek(key).cloned()
    }
    fn remove(&mut self, key: &str) -> Option<String> {
        self.remove(key)
    }
    fn pop_oldest(&mut self) -> Option<String> {
        self.remove_lru().map(|(key, _)| key)
    }
    fn pop_newest(&mut self) -> Option<String> {
        unimplemented!("it has no such method")
    }
    fn resize(&mut self, room: usize) {
        self.set_capacity(room);
    }
    fn room(&self) -> usize {
        self.capacity()
    }
    /// It begins with what is unused for longest.
    fn all(&self) -> Vec<(String, String)> {
        self.iter().rev().map(pair).collect()
    }
}

impl Cache for schnellru::LruMap<String, String> {
    /// It does not say what was there.
    fn put(&mut self, key: String, value: String) -> Option<String> {
        let old = self.peek(&key).cloned();
        self.insert(key, value);
        old
    }
    fn get(&mut self, key: &str) -> Option<String> {
        self.get(key).cloned()
    }
    fn peek(&self, key: &str) -> Option<String> {
        self.peek(key).cloned()
    }
    fn remove(&mut self, key: &str) -> Option<String> {
        self.remove(key)
    }
    fn pop_oldest(&mut self) -> Option<String> {
        self.pop_oldest().map(|(key, _)| key)
    }
    fn pop_newest(&mut self) -> Option<String> {
        self.pop_newest().map(|(key, _)| key)
    }
    fn resize(&mut self, _: usize) {
        unimplemented!("it has no such method")
    }
    fn room(&self) -> usize {
        self.limiter().max_length() as usize
    }
    fn all(&self) -> Vec<(String, String)> {
        self.iter().map(pair).collect()
    }
}

struct Recent(Box<dyn Cache>);

pub fn begun(library: &str, objects: &Objects) -> Option<Box<dyn Program>> {
    let room = || objects["Cache$0"]["room"].as_u64().expect("a cache has room") as usize;
    Some(Box::new(Recent(match library {
        "lru" => Box::new(lru::LruCache::new(size(room()))),
        "clru" => Box::new(clru::CLruCache::new(size(room()))),
        "hashlink" => Box::new(hashlink::LruCache::new(room())),
        "schnellru" => Box::new(schnellru::LruMap::new(schnellru::ByLength::new(room() as u32))),
        _ => return None,
    })))
}

impl Program for Recent {
    fn call(&mut self, op: &str, args: &Objects) -> Value {
        let key = || name(args, "k");
        json!(match op {
            "put" => self.0.put(key(), name(args, "v")),
            "get" => self.0.get(&key()),
            "peek" => self.0.peek(&key()),
            "remove" => self.0.remove(&key()),
            "popOldest" => self.0.pop_oldest(),
            "popNewest" => self.0.pop_newest(),
            _ => {
                self.0.resize(args["n"].as_u64().expect("room is a number") as usize);
                None
            }
        })
    }

    fn state(&self) -> Objects {
        let all = self.0.all();
        let keys: Vec<&String> = all.iter().map(|(key, _)| key).collect();
        let at: Objects = all
            .iter()
            .map(|(key, value)| (key.clone(), json!(self.0.peek(key).filter(|v| v == value))))
            .collect();
        let cache = json!({ "room": self.0.room(), "keys": keys, "at": at });
        Map::from_iter([("Cache$0".to_owned(), cache)])
    }
}
