//! What a query says of columns.

use std::collections::BTreeSet;

use crate::domains::Usage;
use crate::schema::Schema;
use crate::value::Value;

use super::origin::{ColumnAt, Origin};

/// What a query says of columns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryUsage {
    /// The values that a column is compared with. Where an order matters, those beside them, too; of a pattern, texts
    /// that match and that nearly match. A value need not fit the column's type.
    pub constants: BTreeSet<(ColumnAt, Value)>,
    /// The pairs of columns that are compared, the smaller one first.
    pub equal: BTreeSet<(ColumnAt, ColumnAt)>,
    /// The columns of which more than equality matters: their order, their digits, their letters.
    pub ordered: BTreeSet<ColumnAt>,
    /// Those of them from which something is computed, such as a month or a part of a text.
    pub computed: BTreeSet<ColumnAt>,
    /// The columns that are read at all. On others no answer depends.
    pub mentioned: BTreeSet<ColumnAt>,
    /// The tables that are read, if only their rows are counted.
    pub tables: BTreeSet<usize>,
    /// What the columns of the result are made of.
    pub outputs: Vec<Origin>,
    /// The outputs may stand in another order than the columns of the result.
    pub(crate) is_vague: bool,
}

/// As a spec of databases takes it.
impl From<&QueryUsage> for Usage {
    fn from(usage: &QueryUsage) -> Usage {
        Usage {
            constants: usage.constants.iter().cloned().collect(),
            compared: usage.equal.iter().copied().collect(),
            ordered: usage.ordered.iter().copied().collect(),
            computed: usage.computed.iter().copied().collect(),
        }
    }
}

impl QueryUsage {
    /// Adds that the results of these queries are compared with each other, column by column.
    pub fn compared_with(&mut self, other: &QueryUsage) {
        let (mut ours, mut theirs) = (self.outputs.clone(), other.outputs.clone());
        if self.is_vague || other.is_vague || ours.len() != theirs.len() {
            ours = vec![Origin::joined(&ours)];
            theirs = vec![Origin::joined(&theirs)];
        }
        for (ours, theirs) in ours.iter().zip(&theirs) {
            self.equate(ours, theirs);
        }
    }

    /// Values of these two are compared for equality.
    pub(crate) fn equate(&mut self, left: &Origin, right: &Origin) {
        for (one, another) in [(left, right), (right, left)] {
            for &column in &one.columns {
                let constants = another.constants.iter().filter(|value| **value != Value::Null);
                self.constants.extend(constants.map(|value| (column, value.clone())));
            }
            if another.is_computed() {
                self.ordered.extend(&one.columns);
            }
            for &column in &one.within {
                let inside = another.beside().chain(another.inside());
                self.constants.extend(inside.map(|value| (column, value)));
            }
        }
        // `a || 'x' = b || 'x'` is only true where a and b have values in common.
        for a in left.all() {
            for b in right.all().filter(|b| *b != a) {
                self.equal.insert((a.min(b), a.max(b)));
            }
        }
    }

    /// Values of these two are compared by their order.
    pub(crate) fn order(&mut self, left: &Origin, right: &Origin) {
        self.equate(left, right);
        for (one, another) in [(left, right), (right, left)] {
            self.ordered.extend(&one.columns);
            for &column in &one.columns {
                self.constants.extend(another.beside().map(|value| (column, value)));
            }
        }
    }

    /// More than equality matters of these values.
    pub(crate) fn compute(&mut self, origin: &Origin) {
        self.ordered.extend(&origin.columns);
        // Which of two columns such a value comes from may matter.
        let plain = Origin { columns: origin.columns.clone(), ..Origin::default() };
        self.equate(&plain, &plain);
    }

    /// Whatever the tables hold may matter.
    pub(crate) fn everything(&mut self, schema: &Schema) {
        for (at, table) in schema.tables.iter().enumerate() {
            self.tables.insert(at);
            let all = (0..table.columns.len()).map(|column| (at, column));
            self.mentioned.extend(all.clone());
            self.ordered.extend(all);
        }
    }

    /// These columns are read.
    pub(crate) fn mention(&mut self, origin: &Origin) {
        self.mentioned.extend(origin.columns.iter().chain(&origin.within));
    }
}
