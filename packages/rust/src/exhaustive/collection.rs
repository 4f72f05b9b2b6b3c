//! Collections of drawn values.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{Range, RangeInclusive, RangeTo, RangeToInclusive};

use super::strategy::Strategy;
use super::tape::{DrawRefusal, Tape};

/// A least and a greatest number of elements.
#[derive(Clone, Copy, Debug)]
pub struct SizeRange {
    least: usize,
    most: Option<usize>,
}

impl SizeRange {
    pub(super) fn draw(self, tape: &mut Tape) -> Result<usize, DrawRefusal> {
        let at = tape.sizes.len();
        let most = self.most.ok_or(DrawRefusal)?;
        let length = (self.least..=most).draw(tape)?;
        if self.least < most {
            tape.lengths.push((at, length));
        }
        Ok(length)
    }
}

impl From<usize> for SizeRange {
    fn from(size: usize) -> SizeRange {
        SizeRange { least: size, most: Some(size) }
    }
}

impl From<Range<usize>> for SizeRange {
    fn from(sizes: Range<usize>) -> SizeRange {
        SizeRange { least: sizes.start, most: sizes.end.checked_sub(1) }
    }
}

impl From<RangeInclusive<usize>> for SizeRange {
    fn from(sizes: RangeInclusive<usize>) -> SizeRange {
        SizeRange { least: *sizes.start(), most: Some(*sizes.end()) }
    }
}

impl From<RangeTo<usize>> for SizeRange {
    fn from(sizes: RangeTo<usize>) -> SizeRange {
        SizeRange { least: 0, most: sizes.end.checked_sub(1) }
    }
}

impl From<RangeToInclusive<usize>> for SizeRange {
    fn from(sizes: RangeToInclusive<usize>) -> SizeRange {
        SizeRange { least: 0, most: Some(sizes.end) }
    }
}

/// Lists of so many values.
pub fn vec<S: Strategy>(element: S, size: impl Into<SizeRange>) -> VecStrategy<S> {
    VecStrategy { element, size: size.into() }
}

/// See [`vec()`].
#[derive(Clone, Debug)]
pub struct VecStrategy<S> {
    element: S,
    size: SizeRange,
}

impl<S: Strategy> Strategy for VecStrategy<S> {
    type Value = Vec<S::Value>;

    fn draw(&self, tape: &mut Tape) -> Result<Vec<S::Value>, DrawRefusal> {
        let size = self.size.draw(tape)?;
        (0..size).map(|_| self.element.draw(tape)).collect()
    }
}

/// Double-ended queues of so many values.
pub fn vec_deque<S: Strategy>(
    element: S,
    size: impl Into<SizeRange>,
) -> impl Strategy<Value = VecDeque<S::Value>> {
    vec(element, size).prop_map(VecDeque::from)
}

/// Sets of so many values.
pub fn btree_set<S: Strategy>(
    element: S,
    size: impl Into<SizeRange>,
) -> Distinct<S, BTreeSet<S::Value>>
where
    S::Value: Ord,
{
    Distinct { element, size: size.into(), make: |values| all(values, BTreeSet::len) }
}

/// Sets of so many values.
pub fn hash_set<S: Strategy>(
    element: S,
    size: impl Into<SizeRange>,
) -> Distinct<S, HashSet<S::Value>>
where
    S::Value: Eq + Hash,
{
    Distinct { element, size: size.into(), make: |values| all(values, HashSet::len) }
}

/// Maps of so many keys.
pub fn btree_map<K: Strategy, V: Strategy>(
    key: K,
    value: V,
    size: impl Into<SizeRange>,
) -> Entries<K, V, BTreeMap<K::Value, V::Value>>
where
    K::Value: Ord,
{
    Entries::of(key, value, size.into(), |entries| all(entries, BTreeMap::len))
}

/// Maps of so many keys.
pub fn hash_map<K: Strategy, V: Strategy>(
    key: K,
    value: V,
    size: impl Into<SizeRange>,
) -> Entries<K, V, HashMap<K::Value, V::Value>>
where
    K::Value: Eq + Hash,
{
    Entries::of(key, value, size.into(), |entries| all(entries, HashMap::len))
}

/// The collection, unless values are equal.
fn all<T, C: FromIterator<T>>(values: Vec<T>, len: fn(&C) -> usize) -> Option<C> {
    let given = values.len();
    let collection: C = values.into_iter().collect();
    (len(&collection) == given).then_some(collection)
}

/// A collection of values, unless some are equal.
type Make<V, C> = fn(Vec<V>) -> Option<C>;

/// Values in a set, whose order is no matter.
pub struct Distinct<S: Strategy, C> {
    element: S,
    size: SizeRange,
    make: Make<S::Value, C>,
}

impl<S: Strategy, C: Debug> Strategy for Distinct<S, C> {
    type Value = C;

    fn draw(&self, tape: &mut Tape) -> Result<C, DrawRefusal> {
        let size = self.size.draw(tape)?;
        let values = tape.ascending(size, |tape| self.element.draw(tape))?;
        (self.make)(values).ok_or(DrawRefusal)
    }
}

/// Maps: keys, and a value for each.
pub struct Entries<K: Strategy, V: Strategy, C> {
    keys: Distinct<K, Vec<K::Value>>,
    value: V,
    make: Make<(K::Value, V::Value), C>,
}

impl<K: Strategy, V: Strategy, C> Entries<K, V, C> {
    fn of(key: K, value: V, size: SizeRange, make: Make<(K::Value, V::Value), C>) -> Self {
        Entries { keys: Distinct { element: key, size, make: Some }, value, make }
    }
}

impl<K: Strategy, V: Strategy, C: Debug> Strategy for Entries<K, V, C> {
    type Value = C;

    fn draw(&self, tape: &mut Tape) -> Result<C, DrawRefusal> {
        let keys = self.keys.draw(tape)?;
        let entries: Result<Vec<_>, _> =
            keys.into_iter().map(|key| Ok((key, self.value.draw(tape)?))).collect();
        (self.make)(entries?).ok_or(DrawRefusal)
    }
}
