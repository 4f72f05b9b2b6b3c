//! Where the value of an expression comes from.

use std::collections::BTreeSet;

use crate::value::Value;

use super::patterns::{beside, inside};

/// A column: the place of its table in the schema, and its place in the table.
pub type ColumnAt = crate::domains::ColumnPlace;

/// The value of an expression is a value of one of the columns, one of the constants, or is computed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    pub columns: BTreeSet<ColumnAt>,
    pub constants: BTreeSet<Value>,
    /// The columns that a computed value depends on.
    pub within: BTreeSet<ColumnAt>,
    /// It is computed from something else than columns, such as a number of rows.
    pub is_made: bool,
}

impl Origin {
    pub(crate) fn column(column: ColumnAt) -> Origin {
        Origin { columns: BTreeSet::from([column]), ..Origin::default() }
    }

    pub(crate) fn constant(value: Value) -> Origin {
        Origin { constants: BTreeSet::from([value]), ..Origin::default() }
    }

    /// A value that no column holds.
    pub(crate) fn made() -> Origin {
        Origin { is_made: true, ..Origin::default() }
    }

    /// A value that is computed from these.
    pub(crate) fn computed<'a>(parts: impl IntoIterator<Item = &'a Origin>) -> Origin {
        let mut computed = Origin::made();
        for part in parts {
            computed.within.extend(part.columns.iter().chain(&part.within));
        }
        computed
    }

    /// The columns that it is or depends on.
    pub(crate) fn all(&self) -> impl Iterator<Item = ColumnAt> {
        self.columns.iter().chain(&self.within).copied()
    }

    pub(crate) fn is_computed(&self) -> bool {
        self.is_made || !self.within.is_empty()
    }

    pub(crate) fn join(&mut self, other: &Origin) {
        self.columns.extend(&other.columns);
        self.constants.extend(other.constants.iter().cloned());
        self.within.extend(&other.within);
        self.is_made |= other.is_made;
    }

    pub(crate) fn joined<'a>(origins: impl IntoIterator<Item = &'a Origin>) -> Origin {
        origins.into_iter().fold(Origin::default(), |mut joined, origin| {
            joined.join(origin);
            joined
        })
    }

    /// The constants, and those just below and above.
    pub(crate) fn beside(&self) -> impl Iterator<Item = Value> {
        self.constants.iter().flat_map(beside)
    }

    /// Values of which a function may make the constants.
    pub(crate) fn inside(&self) -> impl Iterator<Item = Value> {
        self.constants.iter().flat_map(inside)
    }

    /// The constant that it is.
    pub(crate) fn only_constant(&self) -> Option<&Value> {
        let is_alone = self.columns.is_empty() && !self.is_computed() && self.constants.len() == 1;
        self.constants.first().filter(|_| is_alone)
    }
}
