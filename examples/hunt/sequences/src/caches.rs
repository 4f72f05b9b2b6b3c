//! `SizedCache` and `TimedSizedCache`, whose keys are also their values.

use std::time::Duration;

/// How long a key of a `TimedSizedCache` is there: two ticks.
const LIFETIME: u64 = 2;
const TICK: Duration = Duration::from_secs(1);

macro_rules! caches {
    ($name:ident, $version:ident) => {
        pub mod $name {
            use $version::{Cached, SizedCache, TimedSizedCache};
            use serde_json::{Map, Value, json};

            pub struct Cache {
                cache: SizedCache<String, String>,
                used: Option<String>,
            }

            impl Cache {
                pub fn new(room: usize) -> Cache {
                    Cache { cache: SizedCache::with_size(room), used: None }
                }
            }

            impl crate::Program for Cache {
                fn call(&mut self, op: &str, args: &Map<String, Value>) -> Result<Value, String> {
                    let key = args["k"].as_str().expect("a key has a name").to_owned();
                    if op == "get" {
                        self.used = Some(key.clone());
                        return Ok(json!(self.cache.cache_get(&key)));
                    }
                    // To write to a key that is held does not use it.
                    if self.cache.cache_set(key.clone(), key.clone()).is_none() {
                        self.used = Some(key);
                    }
                    Ok(Value::Null)
                }

                fn state(&self) -> Value {
                    let mut held: Vec<&String> = self.cache.key_order().collect();
                    held.sort();
                    json!({ "Cache$0": { "held": held, "used": self.used } })
                }
            }

            /// A cache with a lifetime. It is seen by what it returns alone.
            pub struct Timed(TimedSizedCache<String, String>);

            impl Timed {
                pub fn new(room: usize) -> Timed {
                    Timed(TimedSizedCache::with_size_and_lifespan(room, super::LIFETIME))
                }
            }

            impl crate::Program for Timed {
                fn call(&mut self, op: &str, args: &Map<String, Value>) -> Result<Value, String> {
                    let key = || args["k"].as_str().expect("a key has a name").to_owned();
                    match op {
                        "tick" => instant::advance(super::TICK),
                        "get" => return Ok(json!(self.0.cache_get(&key()))),
                        _ => drop(self.0.cache_set(key(), key())),
                    }
                    Ok(Value::Null)
                }

                fn state(&self) -> Value {
                    json!({})
                }
            }
        }
    };
}

caches!(v0_40, cached_0_40);
caches!(v0_41, cached_0_41);
