//! Limits on the cost of a question, after which it is given up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// A limit on the memory that a question may take, and a flag that ends the work on it.
///
/// Copies share the flag. Every worker looks at it now and then. A stop is an answer, not an error.
/// The default has no limit, and nobody stops it.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    memory: Option<u64>,
    flag: Arc<AtomicBool>,
    patience: Arc<Patience>,
}

/// How often the work may still look whether it is stopped, plus one. Zero: as often as it likes.
#[derive(Debug, Default)]
struct Patience(AtomicU64);

impl Patience {
    /// True if it is at its end. Else it is one less.
    #[inline]
    fn is_at_end(&self) -> bool {
        match self.0.load(Ordering::Relaxed) {
            0 => false,
            1 => true,
            left => {
                self.0.store(left - 1, Ordering::Relaxed);
                false
            }
        }
    }
}

impl Effort {
    /// An effort that may take at most so many bytes, for a formula and everything made from it.
    pub fn within(bytes: u64) -> Effort {
        Effort { memory: Some(bytes), ..Effort::default() }
    }

    /// The same, until this flag is raised.
    pub fn until(self, flag: Arc<AtomicBool>) -> Effort {
        Effort { flag, ..self }
    }

    /// The same in at most so many bytes.
    pub fn in_less_memory(&self, bytes: u64) -> Effort {
        let memory = self.memory.map_or(bytes, |most| most.min(bytes));
        Effort { memory: Some(memory), ..self.clone() }
    }

    /// An effort that is over before it begins.
    pub fn none() -> Effort {
        let effort = Effort::default();
        effort.stop();
        effort
    }

    /// The number of bytes that may be taken, or `None` if there is no limit.
    pub fn memory(&self) -> Option<u64> {
        self.memory
    }

    /// The flag itself, for work that looks at nothing else.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.flag.load(Ordering::Relaxed) || self.patience.is_at_end()
    }

    /// What work comes to that looks at most so often whether it is stopped, which depends on no clock. `None`: it was given up.
    /// For one thread.
    pub fn patiently<T>(&self, looks: u64, work: impl FnOnce() -> Option<T>) -> Option<T> {
        self.patience.0.store(looks + 1, Ordering::Relaxed);
        let done = work();
        self.patience.0.store(0, Ordering::Relaxed);
        done
    }

    /// Ends the work, in all threads.
    pub fn stop(&self) {
        self.flag.store(true, Ordering::SeqCst);
    }

    /// Lets a search that was stopped go on.
    pub fn go_on(&self) {
        self.flag.store(false, Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If it failed, work without an end would hang, or later work would be given up, too.
    #[test]
    fn patience_ends_and_is_of_one_work() {
        let effort = Effort::default();
        let looks = |most: u64| {
            let other = effort.clone();
            move || (0..most).all(|_| !other.is_stopped()).then_some(most)
        };
        assert_eq!(effort.patiently(10, looks(10)), Some(10));
        assert_eq!(effort.patiently(10, looks(11)), None);
        assert_eq!(looks(1000)(), Some(1000));
        assert!(!effort.is_stopped());
    }
}
