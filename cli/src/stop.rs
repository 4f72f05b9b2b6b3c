//! What ends a search from outside: Ctrl-C, time and memory.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

use crate::memory;

/// Why a search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Timeout,
    Memory,
    Interrupt,
}

const NONE: u8 = 0;
const TIMEOUT: u8 = 1;
const MEMORY: u8 = 2;
const INTERRUPT: u8 = 3;

/// How often the memory is looked at.
const GLANCE: Duration = Duration::from_millis(100);

/// A flag that a search looks at, and the first reason why it was raised.
#[derive(Clone, Default)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    reason: Arc<AtomicU8>,
}

impl Stop {
    /// A flag that Ctrl-C raises, once `catch_interrupts` was called.
    pub fn new() -> Stop {
        Stop::default()
    }

    /// From now on Ctrl-C raises the flag; a second one ends the program at once.
    pub fn catch_interrupts(&self) {
        let stop = self.clone();
        // Without a handler Ctrl-C ends the program the hard way, which is no reason not to start.
        let _ = ctrlc::set_handler(move || {
            if stop.reason.load(Ordering::SeqCst) == INTERRUPT {
                std::process::exit(130);
            }
            stop.raise(INTERRUPT);
        });
    }

    /// Raises the flag after this time.
    pub fn after(&self, time: Duration) {
        let stop = self.clone();
        std::thread::spawn(move || {
            std::thread::sleep(time);
            stop.raise(TIMEOUT);
        });
    }

    /// Raises the flag when the program takes more memory than this, in bytes.
    ///
    /// # Errors
    /// If this system does not tell how much it takes.
    pub fn above(&self, bytes: u64) -> std::io::Result<()> {
        memory::resident()?;
        let weak = Arc::downgrade(&self.flag);
        let reason = Arc::clone(&self.reason);
        std::thread::spawn(move || {
            while let Some(flag) = weak.upgrade() {
                // What was told once will be told again.
                if memory::resident().is_ok_and(|taken| taken > bytes) {
                    return Stop { flag, reason }.raise(MEMORY);
                }
                drop(flag);
                std::thread::sleep(GLANCE);
            }
        });
        Ok(())
    }

    /// A flag of its own that is raised when this one is, too.
    pub fn linked(&self) -> Stop {
        let (outer, inner) = (self.clone(), Stop::new());
        let weak = Arc::downgrade(&inner.flag);
        let reason = Arc::clone(&inner.reason);
        std::thread::spawn(move || {
            while let Some(flag) = weak.upgrade() {
                if outer.is_raised() {
                    return Stop { flag, reason }.raise(INTERRUPT);
                }
                drop(flag);
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        inner
    }

    fn raise(&self, reason: u8) {
        // The first reason stands.
        let _ = self.reason.compare_exchange(NONE, reason, Ordering::SeqCst, Ordering::SeqCst);
        self.flag.store(true, Ordering::SeqCst);
    }

    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    pub fn is_raised(&self) -> bool {
        self.flag.load(Ordering::Relaxed)
    }

    pub fn reason(&self) -> Reason {
        match self.reason.load(Ordering::SeqCst) {
            INTERRUPT => Reason::Interrupt,
            MEMORY => Reason::Memory,
            _ => Reason::Timeout,
        }
    }
}
