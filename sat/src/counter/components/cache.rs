//! The values of components, in bounded memory.
//!
//! When it is full, the half that was not asked for longest goes. Age is counted in questions, so what
//! is forgotten depends on the formula alone.

use rustc_hash::FxHashMap;

/// The known values, by key.
pub struct Cache<T> {
    known: FxHashMap<u128, Entry<T>>,
    /// The number of the question at hand.
    now: u64,
    /// About how many bytes it takes, and may.
    bytes: usize,
    most: usize,
    pub hits: u64,
    pub forgotten: u64,
}

struct Entry<T> {
    value: T,
    bytes: u32,
    asked: u64,
}

impl<T: Clone> Cache<T> {
    pub fn new(most: usize) -> Cache<T> {
        Cache { known: FxHashMap::default(), now: 0, bytes: 0, most, hits: 0, forgotten: 0 }
    }

    pub fn get(&mut self, key: u128) -> Option<T> {
        self.now += 1;
        let entry = self.known.get_mut(&key)?;
        entry.asked = self.now;
        self.hits += 1;
        Some(entry.value.clone())
    }

    /// Remembers a value that takes so many bytes beside its own size.
    pub fn insert(&mut self, key: u128, value: T, beside: usize) {
        // A table has room for some more.
        let own = 2 * (size_of::<u128>() + size_of::<Entry<T>>());
        let bytes = own + beside;
        if self.bytes + bytes > self.most {
            self.forget();
        }
        self.bytes += bytes;
        self.known.insert(key, Entry { value, bytes: bytes as u32, asked: self.now });
    }

    fn forget(&mut self) {
        let mut ages: Vec<u64> = self.known.values().map(|entry| entry.asked).collect();
        if ages.is_empty() {
            return;
        }
        let middle = ages.len() / 2;
        let (_, &mut median, _) = ages.select_nth_unstable(middle);
        let before = self.known.len();
        self.known.retain(|_, entry| entry.asked > median);
        self.forgotten += (before - self.known.len()) as u64;
        self.bytes = self.known.values().map(|entry| entry.bytes as usize).sum();
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    /// If it failed, memory would grow without end, or what is asked for all the time be forgotten.
    #[test]
    fn what_is_not_asked_for_goes_first() {
        let mut cache = Cache::new(100_000);
        cache.insert(0, 0u64, 0);
        for key in 1..100_000u128 {
            cache.insert(key, key as u64, 0);
            assert_eq!(cache.get(0), Some(0));
        }
        assert!(cache.known.len() < 2_000, "{}", cache.known.len());
        assert!(cache.get(1).is_none() && cache.get(99_999).is_some());
        assert!(cache.forgotten > 90_000);
    }
}
