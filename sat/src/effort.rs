//! Limits on the cost of a question, after which it is given up.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A limit on the memory that a question may take, and a flag that ends the work on it.
///
/// Copies share the flag. Every worker looks at it now and then. A stop is an answer, not an error.
/// The default has no limit, and nobody stops it.
#[derive(Clone, Debug, Default)]
pub struct Effort {
    memory: Option<u64>,
    flag: Arc<AtomicBool>,
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
        self.flag.load(Ordering::Relaxed)
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
