//! The instances that one thread found in one cube, until they are taken.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use korrel_sat::Step;

/// Bytes, and where those of each instance end.
///
/// Invariant: `ends` never falls, and ends with the length of `bytes`.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// The number of the shards' cube that they lie in.
    pub cube: u64,
    pub bytes: Vec<u8>,
    pub ends: Vec<usize>,
}

/// The number of bytes that are worth waking up for.
const WORTH: usize = 1 << 16;
/// The time that fewer may stay.
const DELAY: Duration = Duration::from_millis(20);

impl Batch {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// The same memory for the instances of another cube.
    fn reused(mut self, cube: u64) -> Batch {
        self.clear();
        Batch { cube, ..self }
    }
}

/// Filled by one thread, emptied by another.
pub(super) struct Slot<E> {
    content: Mutex<SlotContent<E>>,
    changed: Condvar,
}

struct SlotContent<E> {
    batch: Batch,
    /// The reason why no more will come, or `None` as long as more may.
    end: Option<SlotEnd<E>>,
}

pub(super) enum SlotEnd<E> {
    /// All was found, or the search was stopped.
    Step(Step),
    /// The instance after the last one could not be written.
    Error(E),
    /// The thread has panicked.
    Lost,
}

impl<E> Slot<E> {
    pub fn new(cube: u64, used: Batch) -> Slot<E> {
        let content = SlotContent { batch: used.reused(cube), end: None };
        Slot { content: Mutex::new(content), changed: Condvar::new() }
    }

    /// Adds one instance. Returns how many bytes were written.
    ///
    /// # Errors
    /// That of `write`.
    pub fn put(&self, write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>) -> Result<usize, E> {
        let mut content = self.content.lock().expect("whoever takes does not panic");
        let batch = &mut content.batch;
        let before = batch.bytes.len();
        if let Err(error) = write(&mut batch.bytes) {
            batch.bytes.truncate(before);
            return Err(error);
        }
        let after = batch.bytes.len();
        batch.ends.push(after);
        if before < WORTH && after >= WORTH {
            self.changed.notify_all();
        }
        Ok(after - before)
    }

    /// No more will come.
    pub fn end(&self, end: SlotEnd<E>) {
        // A thread that panicked while it held the lock has ended with `End::Lost`.
        let mut content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        content.end.get_or_insert(end);
        self.changed.notify_all();
    }

    /// Takes what there is into `batch`, and why it is the last, if it is.
    pub fn take(&self, batch: &mut Batch) -> Option<SlotEnd<E>> {
        batch.clear();
        let mut content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        if content.end.is_none() && content.batch.bytes.len() < WORTH {
            let waited = self.changed.wait_timeout(content, DELAY);
            content = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        if matches!(content.end, Some(SlotEnd::Lost)) {
            // The text that was being written may be half an instance.
            return content.end.take();
        }
        batch.cube = content.batch.cube;
        std::mem::swap(&mut content.batch, batch);
        content.end.take()
    }

    /// The memory of a slot of which all was taken.
    pub fn emptied(&self) -> Batch {
        let mut content = self.content.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut content.batch)
    }
}
