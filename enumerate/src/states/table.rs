//! A table of rows of bytes, each once, numbered as they come.
//!
//! A row takes its bytes, and four to eight more: rows stand one behind the other, and an open table of their
//! numbers finds them.

use std::hash::Hasher;

use rustc_hash::FxHasher;

use crate::regions::deal::scrambled;

/// Rows of one width, numbered from 0.
#[derive(Clone)]
pub(crate) struct RowTable {
    width: usize,
    rows: Vec<u8>,
    count: usize,
    /// The numbers of rows, each from the place on that its hash names. There are as many places as a power of two.
    places: Vec<u32>,
}

const FREE: u32 = u32::MAX;

/// The bytes that hold so many cells: one at least.
pub(crate) fn bytes(cells: usize) -> usize {
    cells.div_ceil(8).max(1)
}

impl RowTable {
    pub fn new(width: usize) -> RowTable {
        RowTable { width, rows: Vec::new(), count: 0, places: vec![FREE; 1 << 10] }
    }

    /// Takes all rows. None is there until they are put back.
    pub fn take(&mut self) -> RowTable {
        let width = self.width;
        std::mem::replace(self, RowTable { width, rows: Vec::new(), count: 0, places: Vec::new() })
    }

    pub fn len(&self) -> usize {
        self.count
    }

    pub fn row(&self, number: u32) -> &[u8] {
        let start = number as usize * self.width;
        &self.rows[start..start + self.width]
    }

    /// All rows, one behind the other.
    pub fn rows(&self) -> &[u8] {
        &self.rows
    }

    /// The bytes of a row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of a row, if it has one.
    pub fn find(&self, row: &[u8]) -> Option<u32> {
        Some(self.places[self.place(row)]).filter(|&found| found != FREE)
    }

    /// The number of a row, and whether it is new.
    ///
    /// # Panics
    /// If there are 2^32 − 1 rows.
    pub fn insert(&mut self, row: &[u8]) -> (u32, bool) {
        if (self.count + 1) * 4 > self.places.len() * 3 {
            self.grow();
        }
        let place = self.place(row);
        let found = self.places[place];
        if found != FREE {
            return (found, false);
        }
        let number = u32::try_from(self.count).ok().filter(|&number| number < FREE);
        let number = number.expect("a table of so many rows would not fit into memory");
        self.places[place] = number;
        self.rows.extend_from_slice(row);
        self.count += 1;
        (number, true)
    }

    /// The place of a row, or where it belongs.
    fn place(&self, row: &[u8]) -> usize {
        let mask = self.places.len() - 1;
        let mut place = hash(row) & mask;
        while self.places[place] != FREE && self.row(self.places[place]) != row {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let places = 2 * self.places.len();
        // The former ones are gone before there are others.
        self.places = Vec::new();
        self.places = vec![FREE; places];
        for number in 0..self.count as u32 {
            let place = self.place(self.row(number));
            self.places[place] = number;
        }
    }
}

/// Tells of most rows that a table does not have them, by one look at memory.
pub(crate) struct RowFilter {
    /// A bit for each hash that a row has. There are as many as a power of two.
    bits: Vec<u64>,
}

impl RowFilter {
    /// About one row in twelve that is not in the table is taken for one that may be.
    pub fn of(table: &RowTable) -> RowFilter {
        let words = (table.len() * BITS / 64).next_power_of_two();
        let mut filter = RowFilter { bits: vec![0; words] };
        for row in table.rows.chunks_exact(table.width) {
            let (word, bit) = filter.place(row);
            filter.bits[word] |= bit;
        }
        filter
    }

    pub fn may_have(&self, row: &[u8]) -> bool {
        let (word, bit) = self.place(row);
        self.bits[word] & bit != 0
    }

    fn place(&self, row: &[u8]) -> (usize, u64) {
        let hash = hash(row);
        ((hash / 64) & (self.bits.len() - 1), 1 << (hash % 64))
    }
}

/// The bits of a filter for each row: at least eight, at most sixteen.
const BITS: usize = 8;

fn hash(row: &[u8]) -> usize {
    let mut hasher = FxHasher::default();
    hasher.write(row);
    scrambled(hasher.finish()) as usize
}

#[cfg(test)]
mod tests {
    use super::{RowFilter, RowTable};

    /// If this failed, a state would be counted twice, or taken for another one.
    #[test]
    fn each_row_has_one_number() {
        let mut table = RowTable::new(3);
        let row = |at: u32| [at as u8, (at >> 8) as u8, (at >> 5) as u8];
        for at in 0..20_000 {
            assert_eq!(table.insert(&row(at)), (at, true));
        }
        for at in (0..20_000).rev() {
            assert_eq!(table.insert(&row(at)), (at, false));
            assert_eq!(table.row(at), row(at));
        }
        assert_eq!(table.len(), 20_000);
        let filter = RowFilter::of(&table);
        assert!((0..20_000).all(|at| filter.may_have(&row(at))), "none is missed");
        let others = (20_000..40_000).filter(|&at| filter.may_have(&row(at))).count();
        assert!(others < 4_000, "and most others are: {others}");
    }
}
