//! The states that are known, each by a row of bytes.
//!
//! *Problem.* To find a state again whatever its atoms are called, each transition pays for a labelling. But most of what
//! tells atoms apart never changes: an order, a ring. *Choice.* If what never changes leaves no two atoms alike, in none
//! of the first states, it labels all states that follow, once. From there on a state is its row as it is. What never
//! changes is kept once, and a row holds its number beside the bytes that may change. *Rejected.* To drop single cells,
//! and not bytes of eight: the order of rows would be another one.

use rustc_hash::FxHashMap;

use super::labelling::StateBits;
use super::layout::{StateLayout, pack, unpacked};
use super::table::{RowTable, bytes};

/// The states, numbered.
pub(crate) struct KnownStates {
    pub table: RowTable,
    pub form: RowForm,
    /// The cells of what never changes, if that tells all atoms apart.
    fixed: Option<Vec<u8>>,
}

impl KnownStates {
    pub fn new(cells: usize) -> KnownStates {
        KnownStates { table: RowTable::new(bytes(cells)), form: RowForm::whole(cells), fixed: None }
    }

    /// The same states by shorter rows, if what never changes tells all atoms apart. `fixed`: the cells of that.
    pub fn settled(self, layout: &mut StateLayout<'_>, fixed: StateBits) -> KnownStates {
        let mut form = RowForm::without(&fixed);
        if form.held.len() == form.bytes && layout.is_labelled() {
            return self;
        }
        let (mut labelled, mut row) = (RowTable::new(form.bytes), Vec::new());
        let mut cells = Vec::new();
        pack(&fixed, &mut cells);
        for number in 0..self.table.len() as u32 {
            if !layout.fixed_row(self.table.row(number), &cells, &mut row) {
                return self;
            }
            form.parts.insert(&form.part(&row));
            labelled.insert(&row);
        }
        form.number = match form.parts.len() {
            0 | 1 => 0,
            2..=256 => 1,
            _ => 4,
        };
        let mut table = RowTable::new(form.width());
        for number in 0..labelled.len() as u32 {
            form.shorten(labelled.row(number), &mut row);
            table.insert(&row);
        }
        KnownStates { table, form, fixed: Some(cells) }
    }

    /// The same form, with no state.
    pub fn emptied(&self) -> KnownStates {
        let (form, fixed) = (self.form.clone(), self.fixed.clone());
        KnownStates { table: RowTable::new(form.width()), form, fixed }
    }

    /// True if a state's row is the same whatever its atoms are called.
    pub fn is_settled(&self) -> bool {
        self.fixed.is_some()
    }

    /// The row of a state whose atoms may be called otherwise. `None` if it was stopped.
    pub fn row_of(
        &self,
        layout: &mut StateLayout<'_>,
        bits: &StateBits,
        row: &mut Vec<u8>,
    ) -> Option<()> {
        let Some(fixed) = &self.fixed else { return layout.row(bits, row) };
        let (mut whole, mut labelled) = (Vec::new(), Vec::new());
        pack(bits, &mut whole);
        let is_labelled = layout.fixed_row(&whole, fixed, &mut labelled);
        assert!(is_labelled, "what never changes is that of a first state");
        self.form.shorten(&labelled, row);
        Some(())
    }
}

/// How rows hold states.
#[derive(Clone)]
pub(crate) struct RowForm {
    cells: usize,
    /// The bytes of all cells.
    bytes: usize,
    /// Those that a row holds.
    held: Vec<usize>,
    /// For each of all bytes where a row holds it.
    place: Vec<Option<usize>>,
    /// The cells that may change.
    changing: Vec<u8>,
    /// All bytes of what never changes.
    parts: RowTable,
    /// The bytes of the number of that.
    number: usize,
}

impl RowForm {
    /// Rows that hold all cells.
    pub fn whole(cells: usize) -> RowForm {
        RowForm::without(&vec![false; cells])
    }

    /// Rows that leave out bytes of cells that never change.
    fn without(fixed: &StateBits) -> RowForm {
        let mut changing = Vec::new();
        pack(&fixed.iter().map(|fixed| !fixed).collect(), &mut changing);
        let (cells, bytes) = (fixed.len(), changing.len());
        let mut held: Vec<usize> = (0..bytes).filter(|&byte| changing[byte] != 0).collect();
        if held.is_empty() {
            held.push(0);
        }
        let mut place = vec![None; bytes];
        held.iter().enumerate().for_each(|(at, &byte)| place[byte] = Some(at));
        let parts = RowTable::new(bytes);
        RowForm { cells, bytes, held, place, changing, parts, number: 0 }
    }

    /// The bytes of a row.
    pub fn width(&self) -> usize {
        self.held.len() + self.number
    }

    /// What never changes of a state.
    fn part(&self, whole: &[u8]) -> Vec<u8> {
        whole.iter().zip(&self.changing).map(|(byte, changing)| byte & !changing).collect()
    }

    /// The row of a state that is labelled.
    pub fn shorten(&self, whole: &[u8], row: &mut Vec<u8>) {
        row.clear();
        row.extend(self.held.iter().map(|&byte| whole[byte]));
        if self.number > 0 {
            let number = self.parts.find(&self.part(whole));
            let number = number.expect("what never changes is that of a first state");
            row.extend_from_slice(&number.to_le_bytes()[..self.number]);
        }
    }

    /// All bytes of a state.
    pub fn lengthen(&self, row: &[u8], whole: &mut Vec<u8>) {
        whole.clear();
        match self.parts.len() {
            0 => whole.resize(self.bytes, 0),
            _ => whole.extend_from_slice(self.parts.row(self.part_of(row))),
        }
        for (&byte, &value) in self.held.iter().zip(row) {
            whole[byte] = value;
        }
    }

    pub fn bits(&self, row: &[u8]) -> StateBits {
        let mut whole = Vec::new();
        self.lengthen(row, &mut whole);
        unpacked(&whole, self.cells)
    }

    /// The number of what never changes.
    fn part_of(&self, row: &[u8]) -> u32 {
        let number = row[self.held.len()..].iter().rev();
        number.fold(0, |number, &byte| number << 8 | u32::from(byte))
    }

    /// Where a row holds a cell that may change: the byte, and the bit in it.
    pub fn place_of(&self, cell: usize) -> (usize, u8) {
        let byte = self.place[cell / 8].expect("only what changes is asked for");
        (byte, 1 << (cell % 8))
    }

    /// For each cell the states that hold it, of at most 64 rows.
    pub fn words(&self, rows: &[u8]) -> Vec<u64> {
        let mut words = vec![0; 8 * self.bytes];
        let mut with_part: FxHashMap<u32, u64> = FxHashMap::default();
        for (at, row) in rows.chunks_exact(self.width()).enumerate() {
            if self.parts.len() > 0 {
                *with_part.entry(self.part_of(row)).or_default() |= 1 << at;
            }
            for (&byte, &value) in self.held.iter().zip(row) {
                hold(&mut words, byte, value, 1 << at);
            }
        }
        for (part, states) in with_part {
            for (byte, &value) in self.parts.row(part).iter().enumerate() {
                hold(&mut words, byte, value, states);
            }
        }
        words.truncate(self.cells);
        words
    }
}

/// Adds states that hold the cells of a byte.
fn hold(words: &mut [u64], byte: usize, mut value: u8, states: u64) {
    while value != 0 {
        words[8 * byte + value.trailing_zeros() as usize] |= states;
        value &= value - 1;
    }
}
