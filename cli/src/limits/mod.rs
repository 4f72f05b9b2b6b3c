//! The limits that end the program early: time, memory, Ctrl-C.
//!
//! Work that takes long looks at a flag, and what has been begun is brought to a truthful end. Other
//! work (reading a spec, judging a heap) does not look; it has begun nothing that must be ended, so
//! there the program ends on the spot, at the end of a line of output.
//!
//! *Problem.* A limit must hold at every point of the program, and some step between two glances at the
//! flag will always be longer than somebody thought. *Choice.* The thread that raised the flag waits for
//! a moment, or until much more memory is taken, and then ends the program in the place of the thread
//! that should have: each stage gives its ending ([`Stop::instead`]). *Rejected.* Looking at the flag
//! alone, which takes too long; always ending the program on the spot, which leaves no end record and no
//! count.

mod ending;
pub mod memory;
mod watch;

use std::fmt::{self, Display, Formatter};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::Builder;
use std::time::{Duration, Instant};

use korrel::Effort;

use crate::messages::exit::Exit;
use crate::messages::tell::tell;
#[cfg(feature = "full")]
use crate::output::screen;
use ending::Ending;

/// The reason why a search was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    Timeout,
    Memory,
    Interrupt,
}

impl Display for Reason {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Reason::Interrupt => "interrupted",
            Reason::Timeout => "time ran out",
            Reason::Memory => "memory ran out",
        })
    }
}

const NONE: u8 = 0;
const TIMEOUT: u8 = 1;
const MEMORY: u8 = 2;
const INTERRUPT: u8 = 3;

/// The time, after time ran out, in which a spec may still be read, so that a record can report the
/// end.
const GRACE: Duration = Duration::from_millis(700);

/// A flag that a search looks at, and the first reason why it was raised.
#[derive(Clone)]
pub struct Stop {
    flag: Arc<AtomicBool>,
    reason: Arc<AtomicU8>,
    heed: Arc<(Mutex<Attention>, Condvar)>,
    /// The ending that a thread other than the main thread runs.
    ending: Arc<Mutex<Option<Ending>>>,
    /// The amount of memory, in bytes, that ends it at once.
    most: Arc<AtomicU64>,
}

/// The attention that the flag gets from the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Attention {
    Soon,
    Now,
    Never,
}

impl Stop {
    /// Ctrl-C raises the flag, and ends the program at once the second time. So does memory that
    /// comes near the limit of the system, where there is one.
    pub fn new() -> Stop {
        Stop::catching(Attention::Soon)
    }

    /// The same, but nothing will look at the flag.
    pub fn unheeded() -> Stop {
        Stop::catching(Attention::Never)
    }

    fn catching(heed: Attention) -> Stop {
        let stop = Stop::quiet(heed);
        #[cfg(feature = "full")]
        stop.hear_interrupts();
        if let Some(limit) = memory::address_space() {
            stop.beyond(limit);
        }
        stop
    }

    #[cfg(feature = "full")]
    fn hear_interrupts(&self) {
        let theirs = self.clone();
        // Without a handler Ctrl-C ends the program the hard way, which is no reason not to start.
        let _ = ctrlc::set_handler(move || {
            if theirs.reason.load(Ordering::SeqCst) == INTERRUPT {
                screen::restore();
                std::process::exit(130);
            }
            // The second time is to be heard, whatever becomes of the first.
            let first = theirs.clone();
            if Builder::new().spawn(move || first.raise(INTERRUPT)).is_err() {
                theirs.raise(INTERRUPT);
            }
        });
    }

    fn quiet(heed: Attention) -> Stop {
        let heed = Arc::new((Mutex::new(heed), Condvar::new()));
        let most = Arc::new(AtomicU64::new(u64::MAX));
        let (flag, reason, ending) = Default::default();
        Stop { flag, reason, heed, ending, most }
    }

    /// Announces that the flag is looked at from now on. If that takes too long, the program ends
    /// like this.
    pub fn heed(&self, ending: impl FnOnce(&Stop) -> Exit + Send + 'static) {
        self.instead(ending);
        let (heed, changed) = &*self.heed;
        *heed.lock().expect("no holder of the lock panics") = Attention::Now;
        changed.notify_all();
    }

    fn raise(&self, reason: u8) {
        let grace = if reason == INTERRUPT { Duration::ZERO } else { GRACE };
        self.raise_within(grace, reason);
    }

    /// Ends the program if nothing looks at the flag by then.
    fn raise_within(&self, grace: Duration, reason: u8) {
        // The first reason stands.
        let _ = self.reason.compare_exchange(NONE, reason, Ordering::SeqCst, Ordering::SeqCst);
        self.flag.store(true, Ordering::SeqCst);
        let (heed, changed) = &*self.heed;
        let mut heed = heed.lock().expect("no holder of the lock panics");
        let raised = Instant::now();
        while *heed == Attention::Soon && raised.elapsed() < grace && !self.is_far_beyond() {
            let waited = changed.wait_timeout(heed, self.glance());
            (heed, _) = waited.expect("no holder of the lock panics");
        }
        if *heed != Attention::Now {
            // A thread that starts to look at the flag now waits for the lock, and never gets it.
            self.end_program();
        }
        drop(heed);
        self.end_unless_it_ends();
    }

    fn end_program(&self) -> ! {
        // A line that is being written is finished first.
        let _line = std::io::stdout().lock();
        std::process::exit(self.tell().code().into());
    }

    /// Returns the exit code of a stopped program, and reports the reason on standard error, because no
    /// record states it.
    pub fn tell(&self) -> Exit {
        tell(self.reason());
        self.exit()
    }

    /// The effort allowed to work that looks at the flag.
    pub fn effort(&self) -> Effort {
        Effort::within(memory::of_a_translation()).until(Arc::clone(&self.flag))
    }

    /// The flag itself, for code that looks at nothing else.
    pub fn flag(&self) -> &AtomicBool {
        &self.flag
    }

    /// The flag, for a search in the user's words.
    pub fn shared_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }

    /// Raises the flag, since nobody takes further instances.
    pub fn abandon(&self) {
        self.flag.store(true, Ordering::SeqCst);
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

    /// The exit code of a stopped program.
    pub fn exit(&self) -> Exit {
        match self.reason() {
            Reason::Interrupt => Exit::Interrupted,
            Reason::Timeout | Reason::Memory => Exit::Incomplete,
        }
    }
}
