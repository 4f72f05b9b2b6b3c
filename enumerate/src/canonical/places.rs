//! The place of each of a relation's cells in the one order, by the number of its tuple.
//!
//! A test looks up each cell of a labelling, so where a relation's arity allows few tuples they are
//! an array. Hardly any tuple of `Query -> Advertisement -> Node -> Node` over thirty atoms is a
//! cell, and an array of all of them would take longer to make than the search.

use rustc_hash::FxHashMap;

/// Up to so many tuples, an array.
const MOST_IN_ARRAY: usize = 1 << 20;

#[derive(Clone, Debug)]
pub(crate) enum CellPlaces {
    Array(Vec<u32>),
    Map(FxHashMap<usize, u32>),
}

impl CellPlaces {
    /// The places of tuples whose numbers are below this.
    pub fn below(tuples: usize) -> CellPlaces {
        if tuples <= MOST_IN_ARRAY {
            CellPlaces::Array(vec![u32::MAX; tuples])
        } else {
            CellPlaces::Map(FxHashMap::default())
        }
    }

    pub fn set(&mut self, tuple: usize, place: u32) {
        match self {
            CellPlaces::Array(places) => places[tuple] = place,
            CellPlaces::Map(places) => {
                places.insert(tuple, place);
            }
        }
    }

    /// # Panics
    /// If the tuple is no cell.
    #[inline]
    pub fn get(&self, tuple: usize) -> usize {
        match self {
            CellPlaces::Array(places) => places[tuple] as usize,
            CellPlaces::Map(places) => places[&tuple] as usize,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Strategy;
    use crate::testing::{lines, problem};

    /// If it failed, labellings would be compared by other cells where the universe is large.
    #[test]
    fn a_large_universe_has_the_same_classes() {
        let spec = "sig A { r: A -> lone A, k: lone Int } run { no k } for exactly 2 A, ";
        let instances = |integers: &str| {
            let model = problem(&format!("{spec}{integers}"));
            lines(&model.problem(), Strategy::default(), None).len()
        };
        assert_eq!(instances("7 Int"), instances("3 Int"));
    }
}
