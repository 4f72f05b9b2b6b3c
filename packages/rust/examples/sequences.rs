//! All short sequences of calls on a cache and on a model: `cargo run -p korrel-test --example sequences`, with `wrong` on a cache with a fault,
//! with `hangs` on one that does not come to an end.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use korrel_test::exhaustive::prelude::*;
use korrel_test::exhaustive::{awkward, sequences};

fn main() {
    let keys = interchangeable(["a", "b", "c"]);
    let values = prop::sample::select(awkward::numbers::<f64>());
    sequences("cache", Cache::default, Pairs::default)
        .call("put", (keys.clone(), values), |it, (k, v)| it.put(k, v), |it, (k, v)| it.put(k, v))
        .call("get", keys, Cache::get, Pairs::get)
        .call("len", (), |it, ()| it.values.len(), |it, ()| it.0.len())
        .end(|it| sorted(it.values), |it| sorted(it.0))
        .up_to(3)
        .config(ProptestConfig::default().input_within(Duration::from_secs(5)))
        .check();
}

/// The two keys that were put or got last, with their values.
#[derive(Default)]
struct Cache {
    values: HashMap<&'static str, f64>,
    order: Vec<&'static str>,
}

impl Cache {
    fn use_now(&mut self, key: &'static str) {
        self.order.retain(|other| *other != key);
        self.order.push(key);
    }

    fn put(&mut self, key: &'static str, value: f64) -> Option<f64> {
        self.use_now(key);
        if is("wrong") && self.values.get(key) == Some(&value) {
            return Some(value);
        }
        if self.order.len() > 2 {
            self.values.remove(self.order.remove(0));
        }
        self.values.insert(key, value)
    }

    fn get(&mut self, key: &'static str) -> Option<f64> {
        let value = *self.values.get(key)?;
        self.use_now(key);
        while is("hangs") && value.is_nan() {}
        Some(value)
    }
}

/// The model: pairs, the last one used last.
#[derive(Default)]
struct Pairs(Vec<(&'static str, f64)>);

impl Pairs {
    fn get(&mut self, key: &'static str) -> Option<f64> {
        let at = self.0.iter().position(|pair| pair.0 == key)?;
        self.0[at..].rotate_left(1);
        self.0.last().map(|pair| pair.1)
    }

    fn put(&mut self, key: &'static str, value: f64) -> Option<f64> {
        let old = self.get(key).and_then(|_| self.0.pop());
        self.0.push((key, value));
        self.0.drain(..self.0.len().saturating_sub(2));
        old.map(|pair| pair.1)
    }
}

/// A map of hashes has an order of its own.
fn sorted<'a>(all: impl IntoIterator<Item = (&'a str, f64)>) -> BTreeMap<&'a str, f64> {
    all.into_iter().collect()
}

fn is(how: &str) -> bool {
    std::env::args().any(|word| word == how)
}
