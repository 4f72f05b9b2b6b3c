//! Where values of nested columns lie, as Parquet says it.
//!
//! Each entry of a leaf has two levels: at which list around it another item begins (repetition), and how much around it
//! is there (definition). An entry whose definition is the deepest one has a value. Columns of one struct share their levels.

use std::cell::OnceCell;
use std::rc::Rc;

use crate::runs::{hybrid, width};

/// The levels of the entries of a column.
#[derive(Clone)]
pub struct Levels {
    repetition: Rc<Level>,
    definition: Rc<Level>,
}

struct Level {
    numbers: Vec<u8>,
    deepest: u8,
    encoded: OnceCell<Vec<u8>>,
}

impl Level {
    fn new(numbers: Vec<u8>, deepest: u8) -> Rc<Level> {
        Rc::new(Level { numbers, deepest, encoded: OnceCell::new() })
    }

    fn write(&self, page: &mut Vec<u8>) {
        if self.deepest > 0 {
            let encoded = || hybrid(&self.numbers, width(self.deepest.into()));
            let encoded = self.encoded.get_or_init(encoded);
            page.extend_from_slice(&(encoded.len() as u32).to_le_bytes());
            page.extend_from_slice(encoded);
        }
    }
}

impl Levels {
    /// Of so many rows.
    pub fn of_rows(rows: usize) -> Levels {
        let level = || Level::new(vec![0; rows], 0);
        Levels { repetition: level(), definition: level() }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.repetition.numbers.len()
    }

    /// Writes both, each after the number of its bytes.
    pub fn write(&self, page: &mut Vec<u8>) {
        self.repetition.write(page);
        self.definition.write(page);
    }

    /// Those of a value within these, which may be missing. `valid` has an entry for each that is there around it.
    pub fn optional(&self, valid: &[bool]) -> Levels {
        let mut valid = valid.iter();
        let deepest = self.definition.deepest;
        let within = |&level: &u8| {
            level + u8::from(level == deepest && *valid.next().expect("there is one for each"))
        };
        let numbers = self.definition.numbers.iter().map(within).collect();
        Levels { definition: Level::new(numbers, deepest + 1), ..self.clone() }
    }

    /// Those of the items of lists that are there, which have these lengths.
    pub fn items(&self, lengths: &[usize]) -> Levels {
        let (lists, deepest) = (self.repetition.deepest, self.definition.deepest);
        let mut lengths = lengths.iter();
        // An empty list has an entry, too. Most entries are an item behind another one.
        let behind = lengths.clone().map(|length| length.saturating_sub(1)).sum::<usize>();
        let mut repetition = vec![lists + 1; self.len() + behind];
        let mut definition = vec![deepest + 1; repetition.len()];
        let mut at = 0;
        for (&repeats, &defined) in self.repetition.numbers.iter().zip(&self.definition.numbers) {
            let mut length = 0;
            if defined == deepest {
                length = *lengths.next().expect("there is one for each");
            }
            repetition[at] = repeats;
            if length == 0 {
                definition[at] = defined;
            }
            at += length.max(1);
        }
        Levels {
            repetition: Level::new(repetition, lists + 1),
            definition: Level::new(definition, deepest + 1),
        }
    }
}
