//! The values that a declaration's range allows.
//!
//! `x: A` has one for each atom of A. Every other range is higher-order: its values are sets, and all
//! subsets of the domain are tried, which is right at any size and quick at tiny ones.

use crate::model::{Multiplicity, Range};
use crate::tuples::TupleSet;

use super::Evaluator;

/// A range whose domains are evaluated.
pub(super) enum Candidates {
    Of {
        multiplicity: Multiplicity,
        domain: TupleSet,
    },
    Arrow {
        left: Box<Candidates>,
        left_multiplicity: Multiplicity,
        right_multiplicity: Multiplicity,
        right: Box<Candidates>,
    },
}

impl Evaluator<'_> {
    /// An overflow in a domain marks nothing: a number that overflowed is no atom (see
    /// `relation.rs`), so what overflows is not in the domain.
    pub(super) fn candidates(&mut self, range: &Range) -> Candidates {
        match range {
            Range::Of { multiplicity, domain } => Candidates::Of {
                multiplicity: *multiplicity,
                domain: self.tuples(domain).set.into_owned(),
            },
            Range::Arrow { left, left_multiplicity, right_multiplicity, right } => {
                Candidates::Arrow {
                    left: Box::new(self.candidates(left)),
                    left_multiplicity: *left_multiplicity,
                    right_multiplicity: *right_multiplicity,
                    right: Box::new(self.candidates(right)),
                }
            }
        }
    }
}

impl Candidates {
    /// The allowed values, in a fixed order.
    pub(super) fn iter(&self) -> Box<dyn Iterator<Item = TupleSet> + '_> {
        match self {
            Candidates::Of { multiplicity: Multiplicity::One, domain } => {
                Box::new(domain.indices().map(|index| of_indices(domain, [index])))
            }
            _ => Box::new(subsets(self.domain()).filter(|value| self.admits(value))),
        }
    }

    /// How many tuples a value may have.
    pub(super) fn size(&self) -> usize {
        match self {
            Candidates::Of { domain, .. } => domain.len(),
            Candidates::Arrow { left, right, .. } => left.size().saturating_mul(right.size()),
        }
    }

    /// All tuples that a value may have.
    fn domain(&self) -> TupleSet {
        match self {
            Candidates::Of { domain, .. } => domain.clone(),
            Candidates::Arrow { left, right, .. } => left.domain().product(&right.domain()),
        }
    }

    /// Whether a subset of the domain has the multiplicities that the range asks for. Those of an arrow
    /// speak of the tuples at the other end that its range there admits, each by itself.
    fn admits(&self, value: &TupleSet) -> bool {
        match self {
            Candidates::Of { multiplicity, .. } => admits(*multiplicity, value.len()),
            Candidates::Arrow { left, left_multiplicity, right_multiplicity, right } => {
                let (lefts, rights) = (left.domain(), right.domain());
                let counts = |range: &Candidates, of: &TupleSet, tuple| {
                    range.admits(&of_indices(of, [tuple]))
                };
                let of_left = |tuple| {
                    let image = image(value, tuple, &rights);
                    admits(*right_multiplicity, image.len()) && right.admits(&image)
                };
                let of_right = |tuple| {
                    let preimage = preimage(value, tuple, &lefts, &rights);
                    admits(*left_multiplicity, preimage.len()) && left.admits(&preimage)
                };
                lefts.indices().all(|tuple| !counts(left, &lefts, tuple) || of_left(tuple))
                    && rights
                        .indices()
                        .all(|tuple| !counts(right, &rights, tuple) || of_right(tuple))
            }
        }
    }
}

fn admits(multiplicity: Multiplicity, len: usize) -> bool {
    match multiplicity {
        Multiplicity::One => len == 1,
        Multiplicity::Lone => len <= 1,
        Multiplicity::Some => len >= 1,
        Multiplicity::Set => true,
    }
}

/// The tuples of `rights` that follow the left tuple in `value`.
fn image(value: &TupleSet, left: usize, rights: &TupleSet) -> TupleSet {
    let width = width(rights);
    of_indices(rights, rights.indices().filter(|right| value.contains_index(left * width + right)))
}

/// The tuples of `lefts` that the right tuple follows in `value`.
fn preimage(value: &TupleSet, right: usize, lefts: &TupleSet, rights: &TupleSet) -> TupleSet {
    let width = width(rights);
    of_indices(lefts, lefts.indices().filter(|left| value.contains_index(left * width + right)))
}

/// How many tuples of a set's arity there are.
fn width(set: &TupleSet) -> usize {
    set.atoms().pow(set.arity() as u32)
}

fn of_indices(like: &TupleSet, indices: impl IntoIterator<Item = usize>) -> TupleSet {
    let mut set = TupleSet::empty(like.atoms(), like.arity());
    for index in indices {
        set.insert_index(index);
    }
    set
}

/// All subsets, in the order of the binary numbers whose digits say which tuples are in.
fn subsets(of: TupleSet) -> impl Iterator<Item = TupleSet> {
    let tuples: Vec<usize> = of.indices().collect();
    let count = 1u64.checked_shl(tuples.len() as u32).expect("tiny scopes only");
    (0..count).map(move |mask| {
        let members = tuples.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
        of_indices(&of, members.map(|(_, &tuple)| tuple))
    })
}
