//! The known values of components: their own, and those of others that are alike.

use super::Component;
use super::cache::Cache;
use super::likeness::Likeness;
use crate::counter::formula::Residual;

/// The values of components.
///
/// Looking for one that is alike takes as long as a few steps of the search, so it is done for components of a
/// size of which enough were found.
pub struct KnownComponents<T> {
    pub cache: Cache<T>,
    pub alike: u64,
    likeness: Likeness,
    /// The tries for components by the logarithm of their size.
    sizes: [Tries; SIZES],
}

/// The keys that a component is remembered by.
pub struct ComponentKeys {
    own: u128,
    of_alike: Option<u128>,
}

#[derive(Clone, Copy, Default)]
struct Tries {
    all: u64,
    found: u64,
}

const SIZES: usize = 16;
/// The number of tries that are made whatever comes of them; then one of so many must succeed.
const TRIED_FIRST: u64 = 512;
const PAYS: u64 = 16;

impl Tries {
    fn pay(self) -> bool {
        self.all < TRIED_FIRST || self.found * PAYS > self.all
    }
}

impl<T: Clone> KnownComponents<T> {
    pub fn new(residual: &Residual, bytes: usize) -> KnownComponents<T> {
        KnownComponents {
            cache: Cache::new(bytes),
            alike: 0,
            likeness: Likeness::new(residual.variables(), residual.formula.len()),
            sizes: [Tries::default(); SIZES],
        }
    }

    pub fn get(&mut self, component: &Component) -> Option<T> {
        self.cache.get(component.key)
    }

    /// The value of a component that is alike, or the keys to remember this one by.
    pub fn get_alike(
        &mut self,
        residual: &Residual,
        component: &Component,
    ) -> Result<T, ComponentKeys> {
        let own = component.key;
        let tries = &mut self.sizes[component.variables.len().ilog2().min(15) as usize];
        if !component.is_counted || !tries.pay() {
            return Err(ComponentKeys { own, of_alike: None });
        }
        let of_alike = self.likeness.key(residual, &component.variables);
        tries.all += 1;
        match of_alike.and_then(|key| self.cache.get(key)) {
            Some(value) => {
                tries.found += 1;
                self.alike += 1;
                Ok(value)
            }
            None => Err(ComponentKeys { own, of_alike }),
        }
    }

    /// Remembers a value that takes so many bytes beside its own size.
    pub fn insert(&mut self, keys: ComponentKeys, value: &T, beside: usize) {
        self.cache.insert(keys.own, value.clone(), beside);
        if let Some(key) = keys.of_alike {
            self.cache.insert(key, value.clone(), beside);
        }
    }
}

impl ComponentKeys {
    /// The key of a component that is not compared with others that are alike.
    pub fn own(component: &Component) -> ComponentKeys {
        ComponentKeys { own: component.key, of_alike: None }
    }
}
