//! The values of functions: inputs of which at most one is true in what counts.
//!
//! Unlike those that are excluded (`simplify`), formulas are built as if nothing were known of them: that at most one
//! is true may be one of the formulas. Only the clauses that define a gate may be told by it.

use super::{Bit, Circuit, Gate};

/// The number of a row; 0 is none.
pub(super) type Row = u32;

impl Circuit {
    /// Takes it from here on that at most one of these is true in each assignment that counts.
    /// Asserting it is left to the caller, and of an assignment in which two are true the clauses
    /// say anything.
    pub fn note_row(&mut self, bits: &[Bit]) {
        self.rows += 1;
        self.row_of.resize(self.nodes.len(), 0);
        for bit in bits.iter().filter(|bit| !bit.is_negated()) {
            if let Gate::Input(_) = self.gate(bit.gate()) {
                self.row_of[bit.gate()] = self.rows;
            }
        }
    }

    /// The row that a bit is of.
    pub fn row(&self, bit: Bit) -> Option<u32> {
        let row = self.row_of.get(bit.gate()).copied().unwrap_or(0);
        (row > 0 && !bit.is_negated()).then_some(row)
    }
}
