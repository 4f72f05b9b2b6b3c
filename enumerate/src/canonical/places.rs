//! The place of each of a relation's cells in the one order, by the number of its tuple.
//!
//! A test looks up each cell of a labelling, so where a relation's arity allows few tuples they are
//! an array. Hardly any tuple of `Query -> Advertisement -> Node -> Node` over thirty atoms is a
//! cell, and an array of all of them would take longer to make than the search.

use korrel_sat::Var;
use korrel_translate::Translation;
use rustc_hash::FxHashMap;

use super::CellTruth;

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

/// For each position of the projection's order, and the place after them: the first of the cells that stand at it or
/// later.
pub(super) fn cells_from(truths: &[CellTruth], translation: &Translation) -> Vec<usize> {
    let order = &translation.projection.order;
    let mut cells: FxHashMap<Var, usize> = FxHashMap::default();
    let open = truths.iter().enumerate().filter_map(|(at, truth)| Some((at, truth.literal()?)));
    // Two cells may be one variable: then the first counts.
    open.rev().for_each(|(at, lit)| _ = cells.insert(lit.var(), at));
    let mut from = vec![truths.len(); order.len() + 1];
    for (position, lit) in order.iter().enumerate().rev() {
        let own = cells.get(&lit.var()).copied().unwrap_or(truths.len());
        from[position] = own.min(from[position + 1]);
    }
    // Cells before all that are open are known, and are read once.
    from[0] = 0;
    from
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
    /// If it failed, cells that are known before the first open one would be taken for those of no labelling, and
    /// instances would be lost.
    #[test]
    fn known_cells_before_all_open_ones_count() {
        let count = |spec: &str| lines(&problem(spec).problem(), Strategy::default(), None).len();
        // OEIS A003087: 1, 1, 2, 6, 31 acyclic graphs of 0..4 nodes.
        assert_eq!(count("sig A { r: set A } run { no iden & ^r } for 4 A"), 41);
        // OEIS A000088: 1, 1, 2, 4, 11 simple graphs.
        assert_eq!(count("sig A { r: set A } run { r = ~r and no iden & r } for 4 A"), 19);
    }
}
