//! What ends a search from outside: Ctrl-C and time.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::time::Duration;

/// Why a search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Timeout,
    Interrupt,
}

const NONE: u8 = 0;
const TIMEOUT: u8 = 1;
const INTERRUPT: u8 = 2;

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
            _ => Reason::Timeout,
        }
    }
}
