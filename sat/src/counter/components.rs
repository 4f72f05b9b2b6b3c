//! Taking apart: which open variables are held together by clauses that are not satisfied.

use rustc_hash::FxHashMap;

use super::formula::Residual;
use super::likeness::{Likeness, spread};
use crate::Var;

/// Variables that no clause ties to others.
pub struct Component {
    pub variables: Vec<Var>,
    /// One of them is projected.
    pub is_counted: bool,
    /// Stands for the variables and the clauses.
    pub key: u128,
}

/// The parts into which the rest of some variables falls.
#[derive(Default)]
pub struct Split {
    pub components: Vec<Component>,
    /// Projected variables that no clause mentions any more.
    pub free: Vec<Var>,
}

/// Finds components. Its marks are used again and again.
pub struct ComponentSplitter {
    round: u32,
    variables: Vec<u32>,
    clauses: Vec<u32>,
    /// The number of clauses and variables that were looked at.
    pub steps: u64,
}

impl ComponentSplitter {
    pub fn new(variables: usize, clauses: usize) -> ComponentSplitter {
        ComponentSplitter {
            round: 0,
            variables: vec![0; variables],
            clauses: vec![0; clauses],
            steps: 0,
        }
    }

    /// Splits the open clauses of these variables into components. Small components come first, for
    /// they are quick to show that there is nothing to count.
    pub fn split(&mut self, residual: &Residual, variables: &[Var]) -> Split {
        self.next_round();
        self.steps += variables.len() as u64;
        let mut split = Split::default();
        for &var in variables {
            if !residual.is_open(var) || self.variables[var.index()] == self.round {
                continue;
            }
            if residual.activity(var) > 0 {
                split.components.push(self.component(residual, var));
            } else if residual.is_projected(var) {
                split.free.push(var);
            }
        }
        split.components.sort_by_key(|component| component.variables.len());
        split
    }

    fn next_round(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.variables.fill(0);
            self.clauses.fill(0);
            self.round = 1;
        }
    }

    /// The component of a variable: all that hangs together with it.
    fn component(&mut self, residual: &Residual, var: Var) -> Component {
        let mut component = Component { variables: vec![var], is_counted: false, key: 0 };
        self.variables[var.index()] = self.round;
        let mut at = 0;
        while at < component.variables.len() {
            let var = component.variables[at];
            at += 1;
            component.is_counted |= residual.is_projected(var);
            component.key = component.key.wrapping_add(spread(2 * var.index() as u64));
            for lit in [var.positive(), var.negative()] {
                self.steps += residual.formula.occurrences(lit).len() as u64;
                for &clause in residual.formula.occurrences(lit) {
                    self.add_clause(residual, clause, &mut component);
                }
            }
        }
        component
    }

    #[inline]
    fn add_clause(&mut self, residual: &Residual, clause: u32, component: &mut Component) {
        if self.clauses[clause as usize] == self.round || residual.is_satisfied(clause) {
            return;
        }
        self.clauses[clause as usize] = self.round;
        let literals = residual.formula.clause(clause);
        // If a clause has two literals, both are open, or propagation would have satisfied the
        // clause: then the variables tell that it is there.
        if literals.len() > 2 {
            component.key = component.key.wrapping_add(spread(2 * u64::from(clause) + 1));
        }
        for lit in literals {
            let var = lit.var();
            if residual.is_open(var) && self.variables[var.index()] != self.round {
                self.variables[var.index()] = self.round;
                component.variables.push(var);
            }
        }
    }
}

// The values of components, in bounded memory.
//
// When it is full, the half that was not asked for longest goes. Age is counted in questions, so the
// formula alone decides which components are forgotten.

/// The known values, by key.
pub struct Cache<T> {
    known: FxHashMap<u128, ComponentEntry<T>>,
    /// The number of the question at hand.
    now: u64,
    /// About how many bytes it takes, and may.
    bytes: usize,
    most: usize,
    pub hits: u64,
    pub forgotten: u64,
}

struct ComponentEntry<T> {
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
        let own = 2 * (size_of::<u128>() + size_of::<ComponentEntry<T>>());
        let bytes = own + beside;
        if self.bytes + bytes > self.most {
            self.forget();
        }
        self.bytes += bytes;
        self.known.insert(key, ComponentEntry { value, bytes: bytes as u32, asked: self.now });
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

// The known values of components: their own, and those of others that are alike.

/// The values of components.
///
/// Looking for one that is alike takes as long as a few steps of the search, so it is done only for sizes at
/// which enough were found.
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
/// The number of tries that are made whatever comes of them. After these, one of so many must succeed.
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

#[cfg(test)]
mod tests {
    use super::Cache;

    /// If it failed, memory would grow without end, or a component that is always asked for would be forgotten.
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
