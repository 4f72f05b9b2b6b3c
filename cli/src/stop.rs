//! What ends the program from outside: Ctrl-C, time and memory.
//!
//! Work that takes long looks at a flag, and what has been begun is brought to a truthful end. Other
//! work (reading a spec, judging a heap) does not look; it has begun nothing that must be ended, so
//! there the program ends on the spot, at the end of a line of output.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use crate::exit::Exit;
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
/// How long after time ran out a spec may still be read, so that the end can be told in a record.
const GRACE: Duration = Duration::from_secs(3);

/// A flag that a search looks at, and the first reason why it was raised.
#[derive(Clone)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    reason: Arc<AtomicU8>,
    heed: Arc<(Mutex<Heed>, Condvar)>,
}

/// Whether anything looks at the flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heed {
    Soon,
    Now,
    Never,
}

impl Stop {
    /// Ctrl-C raises the flag, and ends the program at once the second time. So does memory that
    /// comes near the limit of the system, where there is one.
    pub fn new() -> Stop {
        Stop::catching(Heed::Soon)
    }

    /// The same, but nothing will look at the flag.
    pub fn unheeded() -> Stop {
        Stop::catching(Heed::Never)
    }

    fn catching(heed: Heed) -> Stop {
        let stop = Stop::quiet(heed);
        let theirs = stop.clone();
        // Without a handler Ctrl-C ends the program the hard way, which is no reason not to start.
        let _ = ctrlc::set_handler(move || {
            if theirs.reason.load(Ordering::SeqCst) == INTERRUPT {
                std::process::exit(130);
            }
            // The second time is to be heard, whatever becomes of the first.
            let theirs = theirs.clone();
            std::thread::spawn(move || theirs.raise(INTERRUPT));
        });
        if let Some(most) = memory::most_address_space() {
            stop.when(move || memory::address_space_taken().is_ok_and(|taken| taken > most));
        }
        stop
    }

    fn quiet(heed: Heed) -> Stop {
        let heed = Arc::new((Mutex::new(heed), Condvar::new()));
        Stop { flag: Arc::default(), reason: Arc::default(), heed }
    }

    /// From now on the flag is looked at.
    pub fn heed(&self) {
        let (heed, changed) = &*self.heed;
        *heed.lock().expect("no holder of the lock panics") = Heed::Now;
        changed.notify_all();
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
        // What was told once will be told again.
        self.when(move || memory::resident().is_ok_and(|taken| taken > bytes));
        Ok(())
    }

    fn when(&self, is_too_much: impl Fn() -> bool + Send + 'static) {
        let weak = Arc::downgrade(&self.flag);
        let (reason, heed) = (Arc::clone(&self.reason), Arc::clone(&self.heed));
        std::thread::spawn(move || {
            while let Some(flag) = weak.upgrade() {
                if is_too_much() {
                    return Stop { flag, reason, heed }.raise(MEMORY);
                }
                drop(flag);
                std::thread::sleep(GLANCE);
            }
        });
    }

    /// A flag of its own that is raised when this one is, too, and looked at already.
    pub fn linked(&self) -> Stop {
        let (outer, inner) = (self.clone(), Stop::quiet(Heed::Now));
        let weak = Arc::downgrade(&inner.flag);
        let (reason, heed) = (Arc::clone(&inner.reason), Arc::clone(&inner.heed));
        std::thread::spawn(move || {
            while let Some(flag) = weak.upgrade() {
                if outer.is_raised() {
                    let outer = outer.reason.load(Ordering::SeqCst);
                    return Stop { flag, reason, heed }.raise(outer);
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
        let (heed, changed) = &*self.heed;
        let grace = if reason == INTERRUPT { Duration::ZERO } else { GRACE };
        let heed = heed.lock().expect("no holder of the lock panics");
        let soon = |heed: &mut Heed| *heed == Heed::Soon;
        let (heed, _) =
            changed.wait_timeout_while(heed, grace, soon).expect("no holder of the lock panics");
        if *heed != Heed::Now {
            // Who would look from now on waits for the lock, and never gets it.
            self.end_program();
        }
    }

    fn end_program(&self) -> ! {
        let (exit, what) = match self.reason() {
            Reason::Interrupt => (Exit::Interrupted, "interrupted"),
            Reason::Timeout => (Exit::Incomplete, "time ran out"),
            Reason::Memory => (Exit::Incomplete, "memory ran out"),
        };
        // A line that is being written is finished first.
        let _line = std::io::stdout().lock();
        eprintln!("{what}");
        std::process::exit(exit.code().into());
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

    /// How the program ends that was stopped.
    pub fn exit(&self) -> Exit {
        match self.reason() {
            Reason::Interrupt => Exit::Interrupted,
            Reason::Timeout | Reason::Memory => Exit::Incomplete,
        }
    }
}
