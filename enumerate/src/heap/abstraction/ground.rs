//! What heaps with the same atoms share, made once: answers of a program come by the thousand, and most
//! have as many objects as the one before.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use korrel_lang::instance::Instance;
use korrel_lang::model::{Model, SigId};
use korrel_lang::universe::{Arithmetic, Atom, Universe};
use korrel_translate::{TotalOrder, total_orders};
use rustc_hash::FxHashMap;

use super::super::graph::HeapGraph;
use super::super::schema::sort::{is_boolean, is_hidden};
use super::atoms::{Objects, Occurring};
use super::size::too_many;
use super::{Extent, insert};

/// A universe, and the instance over it that has no objects.
#[derive(Debug)]
pub(super) struct Ground {
    pub universe: Arc<Universe>,
    pub empty: Instance,
    /// The orders that a hidden sig holds.
    pub orders: Vec<TotalOrder>,
}

/// More are not kept: heaps may have any numbers.
const MOST: usize = 1024;

/// The grounds that were made for an extent.
#[derive(Debug, Default)]
pub struct Grounds(Mutex<FxHashMap<Occurring, Arc<Ground>>>);

impl Clone for Grounds {
    fn clone(&self) -> Grounds {
        Grounds::default()
    }
}

impl Extent {
    /// The ground of some heaps, or the reason why there is none if there are too many atoms.
    pub(super) fn ground(
        &self,
        model: &Model,
        heaps: &[&HeapGraph],
        objects: &Objects,
    ) -> Result<Arc<Ground>, String> {
        let occurring = Occurring::new(model, heaps, self, objects);
        let grounds = || self.grounds.0.lock().expect("no holder of the lock panics");
        if let Some(known) = grounds().get(&occurring) {
            return Ok(Arc::clone(known));
        }
        let universe = self.universe(model, &occurring);
        if let Some(what) = too_many(model, universe.len(), self.widest) {
            return Err(what);
        }
        let ground = Arc::new(Ground::new(model, Arc::new(universe)));
        let mut grounds = grounds();
        if grounds.len() == MOST {
            grounds.clear();
        }
        grounds.insert(occurring, Arc::clone(&ground));
        Ok(ground)
    }

    /// True if the integer has an atom in any case.
    pub(super) fn has_integer(&self, number: i64) -> bool {
        self.integers.is_some_and(|(least, greatest)| (least..=greatest).contains(&number))
            || self.numbers.contains(&number)
    }

    /// The atoms of the heaps, and of the extent.
    fn universe(&self, model: &Model, occurring: &Occurring) -> Universe {
        let sigs: Vec<(SigId, u32)> =
            model.top_level().zip(occurring.sizes.iter().copied()).collect();
        let mut integers: BTreeSet<i64> = self.numbers.iter().copied().collect();
        if let Some((least, greatest)) = self.integers {
            integers.extend(least..=greatest);
        }
        integers.extend(0..i64::from(occurring.longest));
        integers.extend(&occurring.integers);
        let strings: Vec<String> = self.strings.iter().chain(&occurring.strings).cloned().collect();
        let max_sequence = self.max_sequence.max(occurring.longest);
        let integers = integers.into_iter().collect();
        Universe::with_integers(&sigs, integers, &strings, max_sequence, Arithmetic::Exact)
    }
}

impl Ground {
    fn new(model: &Model, universe: Arc<Universe>) -> Ground {
        let mut empty = Instance::empty(model, Arc::clone(&universe));
        add_constants(model, &universe, &mut empty);
        empty.close_universe(model);
        let hidden = |order: &TotalOrder| is_hidden(model, order.owner);
        let orders = total_orders(model).into_iter().filter(hidden).collect();
        Ground { universe, empty, orders }
    }
}

/// The atoms that are no objects and always exist: enum values, booleans, hidden helpers.
fn add_constants(model: &Model, universe: &Universe, instance: &mut Instance) {
    for atom in universe.atoms() {
        let Atom::Object { sig: top, index } = *universe.atom(atom) else {
            continue;
        };
        let sig = &model.sigs[top];
        if sig.is_enum || is_boolean(model, top) {
            insert(instance, model, sig.children[index as usize], atom);
        } else if is_hidden(model, top) {
            insert(instance, model, top, atom);
        }
    }
}
