//! Bounds on the size of a relation, without its tuples.
//!
//! The problem: bounds on `#e` and on the sum of a set, for every expression of a spec, quickly.
//! The choice: for each column the atoms that may occur, and, once the first k columns are fixed,
//! the greatest number of tuples. That keeps what multiplicities say (`x.f` is one atom although
//! `f` has many pairs), which the tuples of upper bounds cannot express. And it stays small where
//! these would be n^arity bits. It loses the knowledge of which columns go together, in unions
//! of products.

use korrel_lang::tuples::TupleSet;

/// Bounds on the value of a relational expression.
///
/// Invariant: `most` is one longer than `columns` and ends with 1. `most[k]` is at most the size of
/// column k times `most[k + 1]`. `least` ≤ `most[0]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TupleBounds {
    /// The atoms that may occur in each column.
    pub columns: Vec<TupleSet>,
    /// The greatest number of tuples that agree on the first k columns, which for k = 0 is that of all tuples.
    most: Vec<u64>,
    /// The least number of tuples.
    pub least: u64,
}

impl TupleBounds {
    /// Any tuples of these columns.
    pub fn within(columns: Vec<TupleSet>) -> TupleBounds {
        let most = vec![u64::MAX; columns.len() + 1];
        TupleBounds::new(columns, most, 0)
    }

    fn new(columns: Vec<TupleSet>, mut most: Vec<u64>, least: u64) -> TupleBounds {
        debug_assert_eq!(most.len(), columns.len() + 1);
        most[columns.len()] = 1;
        for (at, column) in columns.iter().enumerate().rev() {
            most[at] = most[at].min(most[at + 1].saturating_mul(column.len() as u64));
        }
        for at in 1..most.len() - 1 {
            most[at] = most[at].min(most[at - 1]);
        }
        TupleBounds { least: least.min(most[0]), columns, most }
    }

    /// The greatest number of tuples.
    pub fn size(&self) -> u64 {
        self.most[0]
    }

    fn arity(&self) -> usize {
        self.columns.len()
    }

    /// The same, of at most so many tuples.
    pub fn at_most(mut self, most: u64) -> TupleBounds {
        self.most[0] = self.most[0].min(most);
        TupleBounds::new(self.columns, self.most, self.least)
    }

    /// The same, of at least so many tuples, as far as there can be so many.
    pub fn at_least(self, least: u64) -> TupleBounds {
        TupleBounds::new(self.columns, self.most, least)
    }

    pub fn union(&self, other: &TupleBounds) -> TupleBounds {
        let most = self.most.iter().zip(&other.most).map(|(a, b)| a.saturating_add(*b)).collect();
        TupleBounds::new(self.joined_columns(other), most, self.least.max(other.least))
    }

    /// One of both.
    pub fn either(&self, other: &TupleBounds) -> TupleBounds {
        let most = self.most.iter().zip(&other.most).map(|(a, b)| *a.max(b)).collect();
        TupleBounds::new(self.joined_columns(other), most, self.least.min(other.least))
    }

    /// `self ++ other`: the tuples that begin with one atom come from one of both.
    pub fn overridden(&self, other: &TupleBounds) -> TupleBounds {
        let either = self.either(other);
        let mut most = either.most;
        most[0] = self.size().saturating_add(other.size());
        TupleBounds::new(either.columns, most, self.least.min(other.least))
    }

    pub fn intersection(&self, other: &TupleBounds) -> TupleBounds {
        let columns = self.columns.iter().zip(&other.columns).map(|(a, b)| a.intersection(b));
        let most = self.most.iter().zip(&other.most).map(|(a, b)| *a.min(b)).collect();
        TupleBounds::new(columns.collect(), most, 0)
    }

    pub fn product(&self, other: &TupleBounds) -> TupleBounds {
        let columns = self.columns.iter().chain(&other.columns).cloned().collect();
        let left = self.most[..self.arity()].iter().map(|&most| most.saturating_mul(other.size()));
        let most = left.chain(other.most.iter().copied()).collect();
        TupleBounds::new(columns, most, self.least.saturating_mul(other.least))
    }

    /// `self . other`: with the first columns fixed, each choice of the atom between gives at most
    /// what `other` has for it.
    pub fn join(&self, other: &TupleBounds) -> TupleBounds {
        let kept = self.arity() - 1;
        let columns = [&self.columns[..kept], &other.columns[1..]].concat();
        let most = (0..=columns.len())
            .map(|fixed| {
                let left = self.most[fixed.min(kept)];
                left.saturating_mul(other.most[fixed.max(kept) - kept + 1])
            })
            .collect();
        TupleBounds::new(columns, most, 0)
    }

    pub fn transpose(&self) -> TupleBounds {
        let columns = self.columns.iter().rev().cloned().collect();
        TupleBounds::new(columns, vec![self.size(), u64::MAX, 1], self.least)
    }

    /// Paths of any length go from where an edge begins to where one ends.
    pub fn closure(&self) -> TupleBounds {
        TupleBounds { least: self.least, ..TupleBounds::within(self.columns.clone()) }
    }

    /// The pairs (a, a) of a set's atoms.
    pub fn identity(&self) -> TupleBounds {
        let columns = vec![self.columns[0].clone(), self.columns[0].clone()];
        TupleBounds::new(columns, vec![self.size(), 1, 1], self.least)
    }

    /// `set <: self`.
    pub fn domain_restricted(&self, set: &TupleBounds) -> TupleBounds {
        let mut columns = self.columns.clone();
        columns[0] = columns[0].intersection(&set.columns[0]);
        let mut most = self.most.clone();
        most[0] = most[0].min(set.size().saturating_mul(most[1]));
        TupleBounds::new(columns, most, 0)
    }

    /// `self :> set`.
    pub fn range_restricted(&self, set: &TupleBounds) -> TupleBounds {
        let mut columns = self.columns.clone();
        let last = columns.last_mut().expect("a relation has columns");
        *last = last.intersection(&set.columns[0]);
        let mut most = self.most.clone();
        let at = columns.len() - 1;
        most[at] = most[at].min(set.size());
        TupleBounds::new(columns, most, 0)
    }

    fn joined_columns(&self, other: &TupleBounds) -> Vec<TupleSet> {
        self.columns.iter().zip(&other.columns).map(|(a, b)| a.union(b)).collect()
    }
}
