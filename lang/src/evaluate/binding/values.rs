//! The values that the variables of a declaration are given, one after the other.
//!
//! `x: A` has one for each atom of A. Every other range is higher-order: its values are sets, and
//! all subsets of the domain are tried, which is right at any size and quick at tiny ones. The
//! formulas in the declaration say which of them its multiplicities refuse.

use crate::model::Range;
use crate::tuples::TupleSet;

/// The values in a fixed order.
pub(super) fn values<'v>(
    range: &Range,
    domain: &'v TupleSet,
) -> Box<dyn Iterator<Item = TupleSet> + 'v> {
    match range.is_one() {
        true => Box::new(domain.indices().map(|index| of_indices(domain, [index]))),
        false => Box::new(subsets(domain)),
    }
}

fn of_indices(like: &TupleSet, indices: impl IntoIterator<Item = usize>) -> TupleSet {
    let mut set = TupleSet::empty(like.atoms(), like.arity());
    for index in indices {
        set.insert_index(index);
    }
    set
}

/// All subsets, in the order of the binary numbers whose digits say which tuples are in.
fn subsets(of: &TupleSet) -> impl Iterator<Item = TupleSet> {
    let tuples: Vec<usize> = of.indices().collect();
    let count = 1u64.checked_shl(tuples.len() as u32).expect("tiny scopes only");
    (0..count).map(move |mask| {
        let members = tuples.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
        of_indices(of, members.map(|(_, &tuple)| tuple))
    })
}
