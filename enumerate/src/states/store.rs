//! A store of states outside of memory, and what is put there.
//!
//! The graph says what it puts there and when (`away`). The store is whatever keeps bytes: files, which only the program
//! knows. It is asked for rows of states that stand together, and for all of them from front to back.

use crate::search::beyond::QuestionStop;

/// A place for bytes outside of memory. Two rows of bytes grow in it, each from its beginning.
pub trait StateStore: Sync {
    /// Puts bytes at a place. What stood there, or behind, is no more needed.
    ///
    /// # Errors
    /// A stop. The store knows why it failed.
    fn write(&self, part: StorePart, at: u64, bytes: &[u8]) -> Result<(), QuestionStop>;

    /// Reads bytes that were put there.
    ///
    /// # Errors
    /// A stop. The store knows why it failed.
    fn read(&self, part: StorePart, at: u64, bytes: &mut [u8]) -> Result<(), QuestionStop>;
}

/// What a store holds of each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StorePart {
    /// The states themselves, by their numbers.
    Rows,
    /// The state from which each was reached first, in four bytes.
    Parents,
}

/// Where the states of a graph are put away.
pub(super) struct StatesAway<'s> {
    store: &'s dyn StateStore,
    /// So many states fit into memory.
    pub room: usize,
    /// The number of states in the store.
    pub written: u32,
    /// Memory has only those that were found since.
    pub is_spilled: bool,
    /// The states from which those that are looked at next were reached first, and the number of the first one.
    pub near: (u32, Vec<u32>),
}

/// The bytes that are read or written at once.
const BLOCK: usize = 1 << 18;

const PARENT: usize = size_of::<u32>();

impl<'s> StatesAway<'s> {
    /// Nothing is put away yet.
    pub fn new(store: &'s dyn StateStore, room: usize) -> StatesAway<'s> {
        StatesAway { store, room, written: 0, is_spilled: false, near: (0, Vec::new()) }
    }

    /// Puts states behind those that are there.
    ///
    /// # Errors
    /// A stop of the store, or more states than there are numbers.
    pub fn add<'r>(
        &mut self,
        states: impl Iterator<Item = (&'r [u8], u32)>,
    ) -> Result<(), QuestionStop> {
        let (mut rows, mut parents) = (Vec::new(), Vec::new());
        let mut states = states.peekable();
        while let Some((row, parent)) = states.next() {
            rows.extend_from_slice(row);
            parents.extend_from_slice(&parent.to_le_bytes());
            if rows.len().max(parents.len()) >= BLOCK || states.peek().is_none() {
                let at = u64::from(self.written);
                let written = at + (parents.len() / PARENT) as u64;
                let written = u32::try_from(written).ok().filter(|&states| states < u32::MAX);
                // There are no more numbers.
                let written = written.ok_or(QuestionStop)?;
                self.store.write(StorePart::Rows, at * row.len() as u64, &rows)?;
                self.store.write(StorePart::Parents, at * PARENT as u64, &parents)?;
                self.written = written;
                rows.clear();
                parents.clear();
            }
        }
        Ok(())
    }

    /// Reads all rows from front to back.
    pub fn each_row(&self, width: usize, mut read: impl FnMut(&[u8])) -> Result<(), QuestionStop> {
        let (mut at, end) = (0, u64::from(self.written) * width as u64);
        let mut block = vec![0; (BLOCK / width).max(1) * width];
        while at < end {
            let bytes = (end - at).min(block.len() as u64) as usize;
            self.store.read(StorePart::Rows, at, &mut block[..bytes])?;
            block[..bytes].chunks_exact(width).for_each(&mut read);
            at += bytes as u64;
        }
        Ok(())
    }

    /// The rows of states that stand together.
    pub fn rows(&self, from: u32, to: u32, width: usize) -> Result<Vec<u8>, QuestionStop> {
        let mut rows = vec![0; (to - from) as usize * width];
        self.store.read(StorePart::Rows, u64::from(from) * width as u64, &mut rows)?;
        Ok(rows)
    }

    /// The states from which they were reached first.
    pub fn parents(&self, from: u32, to: u32) -> Result<Vec<u32>, QuestionStop> {
        let mut bytes = vec![0; (to - from) as usize * PARENT];
        self.store.read(StorePart::Parents, u64::from(from) * PARENT as u64, &mut bytes)?;
        let parents = bytes.chunks_exact(PARENT);
        Ok(parents
            .map(|parent| u32::from_le_bytes(parent.try_into().expect("four bytes")))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::{StateStore, StatesAway, StorePart};
    use crate::search::beyond::QuestionStop;

    struct Nowhere;

    impl StateStore for Nowhere {
        fn write(&self, _: StorePart, _: u64, _: &[u8]) -> Result<(), QuestionStop> {
            Ok(())
        }

        fn read(&self, _: StorePart, _: u64, _: &mut [u8]) -> Result<(), QuestionStop> {
            Ok(())
        }
    }

    /// If it failed, a run of hours would end in a panic.
    #[test]
    fn more_states_than_numbers_are_a_stop() {
        let mut away = StatesAway::new(&Nowhere, 0);
        away.written = u32::MAX - 2;
        let one = || [([1_u8].as_slice(), 0_u32)].into_iter();
        assert_eq!(away.add(one()), Ok(()));
        assert_eq!(away.add(one()), Err(QuestionStop));
        assert_eq!(away.written, u32::MAX - 1);
    }
}
