//! Caches that forget what is unused for longest.

use std::num::NonZeroUsize;

use serde_json::{Map, Value, json};

use crate::{Objects, Program, name};

type Text = String;

trait Cache {
    fn put(&mut self, key: Text, value: Text) -> Option<Text>;
    fn get(&mut self, key: &str) -> Option<Text>;
    fn peek(&self, key: &str) -> Option<Text>;
    fn remove(&mut self, key: &str) -> Option<Text>;
    fn pop_oldest(&mut self) -> Option<Text> {
        unimplemented!("it has no such method")
    }
    fn pop_newest(&mut self) -> Option<Text> {
        unimplemented!("it has no such method")
    }
    fn resize(&mut self, _: usize) {
        unimplemented!("it has no such method")
    }
    fn room(&self) -> usize;
    /// Keys and values, the one that was used last first.
    fn all(&self) -> Vec<(Text, Text)>;
}

fn pair((key, value): (&Text, &Text)) -> (Text, Text) {
    (key.clone(), value.clone())
}

fn size(room: usize) -> NonZeroUsize {
    NonZeroUsize::new(room).expect("a cache has room")
}

/// The calls that caches name alike, but for `remove`, and the others in braces.
macro_rules! cache {
    ([$($size:tt)*] $cache:ty, $remove:ident, $peek:ident { $($others:tt)* }) => {
        impl $($size)* Cache for $cache {
            fn get(&mut self, key: &str) -> Option<Text> {
                self.get(key).map(|value| value.to_string())
            }
            fn peek(&self, key: &str) -> Option<Text> {
                self.$peek(key).cloned()
            }
            fn remove(&mut self, key: &str) -> Option<Text> {
                self.$remove(key)
            }
            $($others)*
        }
    };
}

cache!([] lru::LruCache<Text, Text>, pop, peek {
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        self.put(key, value)
    }
    fn pop_oldest(&mut self) -> Option<Text> {
        self.pop_lru().map(|(key, _)| key)
    }
    fn pop_newest(&mut self) -> Option<Text> {
        self.pop_mru().map(|(key, _)| key)
    }
    fn resize(&mut self, room: usize) {
        self.resize(size(room));
    }
    fn room(&self) -> usize {
        self.cap().get()
    }
    fn all(&self) -> Vec<(Text, Text)> {
        self.iter().map(pair).collect()
    }
});

cache!([] clru::CLruCache<Text, Text>, pop, peek {
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        self.put(key, value)
    }
    fn pop_oldest(&mut self) -> Option<Text> {
        self.pop_back().map(|(key, _)| key)
    }
    fn pop_newest(&mut self) -> Option<Text> {
        self.pop_front().map(|(key, _)| key)
    }
    fn resize(&mut self, room: usize) {
        self.resize(size(room));
    }
    fn room(&self) -> usize {
        self.capacity()
    }
    fn all(&self) -> Vec<(Text, Text)> {
        self.iter().map(pair).collect()
    }
});

cache!([] hashlink::LruCache<Text, Text>, remove, peek {
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        self.insert(key, value)
    }
    fn pop_oldest(&mut self) -> Option<Text> {
        self.remove_lru().map(|(key, _)| key)
    }
    fn resize(&mut self, room: usize) {
        self.set_capacity(room);
    }
    fn room(&self) -> usize {
        self.capacity()
    }
    /// It begins with what is unused for longest.
    fn all(&self) -> Vec<(Text, Text)> {
        self.iter().rev().map(pair).collect()
    }
});

cache!([] schnellru::LruMap<Text, Text>, remove, peek {
    /// It does not say what was there.
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        let old = self.peek(&key).cloned();
        self.insert(key, value);
        old
    }
    fn pop_oldest(&mut self) -> Option<Text> {
        self.pop_oldest().map(|(key, _)| key)
    }
    fn pop_newest(&mut self) -> Option<Text> {
        self.pop_newest().map(|(key, _)| key)
    }
    fn room(&self) -> usize {
        self.limiter().max_length() as usize
    }
    fn all(&self) -> Vec<(Text, Text)> {
        self.iter().map(pair).collect()
    }
});

cache!([<const N: usize>] const_lru::ConstLru<Text, Text, N>, remove, get_untouched {
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        match self.insert(key, value)? {
            const_lru::InsertReplaced::OldValue(old) => Some(old),
            const_lru::InsertReplaced::LruEvicted(..) => None,
        }
    }
    fn room(&self) -> usize {
        N
    }
    fn all(&self) -> Vec<(Text, Text)> {
        self.iter().map(pair).collect()
    }
});

cache!([] intrusive_lru_cache::LRUCache<Text, Text>, remove, peek {
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        self.insert(key, value)
    }
    fn pop_oldest(&mut self) -> Option<Text> {
        self.pop().map(|(key, _)| key)
    }
    fn resize(&mut self, room: usize) {
        self.resize(room);
    }
    fn room(&self) -> usize {
        self.capacity()
    }
    fn all(&self) -> Vec<(Text, Text)> {
        self.iter_peek_lru().map(pair).collect()
    }
});

impl Cache for caches::RawLRU<Text, Text> {
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        match caches::Cache::put(self, key, value) {
            caches::PutResult::Update(old) => Some(old),
            _ => None,
        }
    }
    fn get(&mut self, key: &str) -> Option<Text> {
        caches::Cache::get(self, key).cloned()
    }
    fn peek(&self, key: &str) -> Option<Text> {
        caches::Cache::peek(self, key).cloned()
    }
    fn remove(&mut self, key: &str) -> Option<Text> {
        caches::Cache::remove(self, key)
    }
    fn pop_oldest(&mut self) -> Option<Text> {
        self.remove_lru().map(|(key, _)| key)
    }
    fn resize(&mut self, room: usize) {
        caches::ResizableCache::resize(self, room);
    }
    fn room(&self) -> usize {
        caches::Cache::cap(self)
    }
    fn all(&self) -> Vec<(Text, Text)> {
        self.iter().map(pair).collect()
    }
}

/// A cache that does not say how large it is.
struct Timed {
    cache: lru_time_cache::LruCache<Text, Text>,
    room: usize,
}

impl Cache for Timed {
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        self.cache.insert(key, value)
    }
    fn get(&mut self, key: &str) -> Option<Text> {
        self.cache.get(key).cloned()
    }
    fn peek(&self, key: &str) -> Option<Text> {
        self.cache.peek(key).cloned()
    }
    fn remove(&mut self, key: &str) -> Option<Text> {
        self.cache.remove(key)
    }
    fn room(&self) -> usize {
        self.room
    }
    fn all(&self) -> Vec<(Text, Text)> {
        self.cache.peek_iter().map(pair).collect()
    }
}

impl Cache for cached::LruCache<Text, Text> {
    fn put(&mut self, key: Text, value: Text) -> Option<Text> {
        cached::Cached::cache_set(self, key, value)
    }
    fn get(&mut self, key: &str) -> Option<Text> {
        cached::Cached::cache_get(self, key).cloned()
    }
    fn peek(&self, key: &str) -> Option<Text> {
        cached::CachedPeek::cache_peek(self, key).cloned()
    }
    fn remove(&mut self, key: &str) -> Option<Text> {
        cached::Cached::cache_remove(self, key)
    }
    fn resize(&mut self, room: usize) {
        self.set_max_size(room);
    }
    fn room(&self) -> usize {
        self.capacity()
    }
    fn all(&self) -> Vec<(Text, Text)> {
        let pairs = self.iter_order().into_iter();
        pairs.map(|(key, value)| (key, value.to_string())).collect()
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
        "const-lru" if room() == 1 => Box::new(const_lru::ConstLru::<_, _, 1>::new()),
        "const-lru" => Box::new(const_lru::ConstLru::<_, _, 2>::new()),
        "intrusive-lru-cache" => Box::new(intrusive_lru_cache::LRUCache::new(room())),
        "caches" => Box::new(caches::RawLRU::new(room()).expect("it has room")),
        "lru_time_cache" => {
            Box::new(Timed { cache: lru_time_cache::LruCache::with_capacity(room()), room: room() })
        }
        "cached" => Box::new(cached::LruCache::new(room())),
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
        let keys: Vec<&Text> = all.iter().map(|(key, _)| key).collect();
        let at: Objects = all
            .iter()
            .map(|(key, value)| (key.clone(), json!(self.0.peek(key).filter(|v| v == value))))
            .collect();
        let cache = json!({ "room": self.0.room(), "keys": keys, "at": at });
        Map::from_iter([("Cache$0".to_owned(), cache)])
    }
}
