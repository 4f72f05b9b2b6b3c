//! Clauses over bits, one after another in one array: they are made and taken apart by the million.

use crate::circuit::Bit;

/// A list of clauses, or a stack of them.
#[derive(Default)]
pub(super) struct ClauseList {
    bits: Vec<Bit>,
    /// The end of each clause; the next clause begins there.
    ends: Vec<usize>,
}

impl ClauseList {
    pub fn push(&mut self, clause: impl IntoIterator<Item = Bit>) {
        self.bits.extend(clause);
        self.ends.push(self.bits.len());
    }

    /// Moves the last clause into `clause`; false if there is none.
    pub fn pop_into(&mut self, clause: &mut Vec<Bit>) -> bool {
        if self.ends.pop().is_none() {
            return false;
        }
        clause.clear();
        clause.extend(self.bits.drain(self.ends.last().copied().unwrap_or(0)..));
        true
    }

    pub fn clear(&mut self) {
        self.bits.clear();
        self.ends.clear();
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[Bit]> {
        (0..self.ends.len()).map(|number| {
            let start = if number == 0 { 0 } else { self.ends[number - 1] };
            &self.bits[start..self.ends[number]]
        })
    }

    /// The bits of all clauses.
    pub fn bits(&self) -> &[Bit] {
        &self.bits
    }
}
