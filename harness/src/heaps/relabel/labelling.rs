//! All labellings of a heap, by number.

use serde_json::Value;

use super::random::SplitMix;
use super::rename::renamed;
use crate::heaps::agree::Renaming;
use korrel_heapgraph::{Header, Member};

/// The labellings of one heap.
pub struct Labellings<'h> {
    types: &'h Header,
    heap: &'h Value,
    parameters: &'h [Member],
    pools: Vec<NumberPool>,
}

/// Interchangeable objects, and the numbers that they share. Both ascend.
struct NumberPool {
    /// Type and number of each object.
    objects: Vec<(String, u64)>,
}

impl<'h> Labellings<'h> {
    /// The labellings of a heap in its canonical form. Roots are shaped as parameters are.
    pub fn new(types: &'h Header, heap: &'h Value, parameters: &'h [Member]) -> Self {
        let mut pools: Vec<(usize, NumberPool)> = Vec::new();
        for (id, fields) in heap.get("objects").and_then(Value::as_object).into_iter().flatten() {
            let ty = fields.get("$type").and_then(Value::as_str).unwrap_or_default();
            let number = id.rsplit_once('$').and_then(|(_, number)| number.parse().ok());
            let Some(number) = number.filter(|_| !types.is_fixed(ty)) else { continue };
            let (top, object) =
                (types.place(types.top(ty)).unwrap_or(usize::MAX), (ty.to_owned(), number));
            match pools.iter_mut().find(|(of, _)| *of == top) {
                Some((_, pool)) => pool.objects.push(object),
                None => pools.push((top, NumberPool { objects: vec![object] })),
            }
        }
        pools.sort_by_key(|(top, _)| *top);
        pools.iter_mut().for_each(|(_, pool)| pool.objects.sort_by_key(|(_, number)| *number));
        let pools = pools.into_iter().map(|(_, pool)| pool).collect();
        Labellings { types, heap, parameters, pools }
    }

    /// The number of labellings, or the greatest `u128` if there are more.
    pub fn count(&self) -> u128 {
        let orders = self.pools.iter().map(|pool| factorial(pool.objects.len()));
        orders.fold(1, u128::saturating_mul)
    }

    /// The new name of each object in a labelling.
    pub fn renaming(&self, labelling: u128) -> Renaming {
        let mut rest = labelling;
        let mut renaming = Renaming::new();
        for pool in self.pools.iter().rev() {
            let orders = factorial(pool.objects.len());
            let order = nth_order(rest % orders, pool.objects.len());
            rest /= orders;
            for ((ty, number), place) in pool.objects.iter().zip(order) {
                let (_, new) = pool.objects[place];
                renaming.insert(format!("{ty}${number}"), format!("{ty}${new}"));
            }
        }
        renaming
    }

    /// The labelling that gives objects these names, if one does.
    pub fn number(&self, names: &Renaming) -> Option<u128> {
        self.pools.iter().try_fold(0_u128, |labelling, pool| {
            let place = |(ty, number): &(String, u64)| {
                let (_, new) = names.get(&format!("{ty}${number}"))?.rsplit_once('$')?;
                let new: u64 = new.parse().ok()?;
                pool.objects.iter().position(|(_, number)| *number == new)
            };
            let order: Vec<usize> = pool.objects.iter().map(place).collect::<Option<_>>()?;
            labelling.checked_mul(factorial(order.len()))?.checked_add(number_of(&order)?)
        })
    }

    /// The heap under a labelling.
    pub fn heap(&self, labelling: u128) -> Value {
        let seed = (labelling ^ (labelling >> 64)) as u64;
        let mut shuffle = (labelling > 0).then(|| SplitMix::new(seed));
        renamed(self.heap, self.types, self.parameters, &self.renaming(labelling), &mut shuffle)
    }
}

fn factorial(n: usize) -> u128 {
    (1..=n as u128).fold(1, u128::saturating_mul)
}

/// The n-th permutation of so many places, lexicographically.
fn nth_order(mut n: u128, places: usize) -> Vec<usize> {
    let mut left: Vec<usize> = (0..places).collect();
    let mut order = Vec::with_capacity(places);
    for behind in (0..places).rev() {
        let orders = factorial(behind);
        order.push(left.remove((n / orders) as usize));
        n %= orders;
    }
    order
}

/// The number of a permutation.
fn number_of(order: &[usize]) -> Option<u128> {
    (0..order.len()).try_fold(0_u128, |sum, at| {
        let behind = &order[at + 1..];
        let less = behind.iter().filter(|&&place| place < order[at]).count() as u128;
        sum.checked_add(less.checked_mul(factorial(behind.len()))?)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    /// If this fails, `KEY:j` names another labelling than the one that failed.
    #[test]
    fn labellings_are_counted_as_documented() {
        let header =
            json!({"types": {"T": {"r": "N?"}, "N": {"s": "set N"}, "O": {}}, "fixed": ["O"]});
        let types = Header::declared(&header).unwrap();
        let heap = json!({"roots": {"t": "T$0"}, "objects": {
            "N$1": {"$type": "N", "s": ["N$0", "N$1"]}, "T$0": {"$type": "T", "r": "N$1"},
            "N$0": {"$type": "N", "s": []}, "N$4": {"$type": "N", "s": []},
            "O$0": {"$type": "O"}, "O$1": {"$type": "O"}}});
        let labellings = Labellings::new(&types, &heap, &[]);
        assert_eq!(labellings.count(), 6);
        assert_eq!(labellings.heap(0), heap);
        let new = |j: u128, id: &str| labellings.renaming(j)[id].clone();
        assert_eq!(
            (new(1, "N$0"), new(1, "N$1"), new(1, "N$4")),
            ("N$0".into(), "N$4".into(), "N$1".into())
        );
        assert_eq!(
            (new(5, "N$0"), new(5, "N$1"), new(5, "N$4")),
            ("N$4".into(), "N$1".into(), "N$0".into())
        );
        let texts: BTreeSet<String> = (0..6).map(|j| labellings.heap(j).to_string()).collect();
        assert_eq!(texts.len(), 6);
        (0..6).for_each(|j| assert_eq!(labellings.number(&labellings.renaming(j)), Some(j)));
        assert_eq!(labellings.heap(3), labellings.heap(3));
        assert_eq!(labellings.heap(5)["objects"]["O$1"], heap["objects"]["O$1"]);
    }
}
