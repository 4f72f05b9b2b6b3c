//! The instances that one thread found in one cube, until they are taken.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use korrel_sat::Step;

use super::batch::Batch;

/// The number of bytes that are worth waking up for.
const WORTH: usize = 1 << 16;
/// The time that fewer may stay.
const DELAY: Duration = Duration::from_millis(20);

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

    /// Adds instances as long as `write`, which adds one and is told how many bytes those before it took, returns true
    /// for another. Returns the numbers of instances and of bytes. Whoever takes waits meanwhile.
    ///
    /// # Errors
    /// That of `write`.
    pub fn put(
        &self,
        mut write: impl FnMut(&mut Batch, usize) -> Result<bool, E>,
    ) -> Result<(u32, usize), E> {
        let mut content = self.content.lock().expect("whoever takes does not panic");
        let batch = &mut content.batch;
        let (before, mut instances) = (batch.size(), 1);
        while write(batch, batch.size() - before)? {
            instances += 1;
        }
        let after = batch.size();
        if before < WORTH && after >= WORTH {
            self.changed.notify_all();
        }
        Ok((instances, after - before))
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
        if content.end.is_none() && content.batch.size() < WORTH {
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
