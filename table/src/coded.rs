//! Numbers, each of them once.
//!
//! In heaps the same few numbers come again and again. A column holds keys, so a dictionary is there when a page is written.

use rustc_hash::FxHashMap;

/// Numbers nearer to zero have a place, others are looked up.
const NEAR: usize = 1 << 16;
const NONE: u32 = u32::MAX;

/// Invariant: `known` has the different values in the order in which they came; a key is a place in it, or [`NONE`] where a value
/// is missing.
#[derive(Clone, Debug, Default)]
pub struct Coded {
    pub keys: Vec<u32>,
    pub known: Vec<i64>,
    near: Vec<u32>,
    far: FxHashMap<i64, u32>,
}

impl Coded {
    pub fn push(&mut self, value: i64) {
        self.extend([value].into_iter());
    }

    /// Adds values that are there.
    pub fn extend(&mut self, values: impl ExactSizeIterator<Item = i64> + Clone) {
        let begin = self.keys.len();
        let key = |value: i64| self.near.get(place(value)).copied().unwrap_or(NONE);
        self.keys.extend(values.clone().map(key));
        // Few are new.
        if self.keys[begin..].contains(&NONE) {
            for (at, value) in (begin..).zip(values) {
                self.keys[at] = self.key(value);
            }
        }
    }

    fn key(&mut self, value: i64) -> u32 {
        let (new, place) = (self.known.len() as u32, place(value));
        let known = if place < NEAR {
            if place >= self.near.len() {
                self.near.resize((place + 1).next_power_of_two(), NONE);
            }
            &mut self.near[place]
        } else {
            self.far.entry(value).or_insert(NONE)
        };
        if *known == NONE {
            *known = new;
            self.known.push(value);
        }
        *known
    }

    pub fn push_missing(&mut self) {
        self.keys.push(NONE);
    }

    /// All values, where one is missing a zero.
    pub fn values(&self) -> impl Iterator<Item = i64> {
        self.keys.iter().map(|key| self.known.get(*key as usize).copied().unwrap_or(0))
    }

    pub fn clear(&mut self) {
        self.keys.clear();
        self.known.clear();
        self.near.clear();
        self.far.clear();
    }
}

/// 0, -1, 1, -2 and so on.
fn place(value: i64) -> usize {
    (value << 1 ^ value >> 63) as usize
}
