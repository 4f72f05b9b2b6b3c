//! Names an input that does not come to an end.
//!
//! Nothing ends a thread from without, and a property may hold what cannot be handed to another one. So a second thread only looks at the clock. When the
//! limit of an input is over, it writes what was at hand, and ends the process. (To run the property on a thread of its own and to
//! leave that one behind would keep a processor busy, and would ask of each property that it can be sent.)

use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::failures::Failures;

/// As that of a test that panics.
const CODE: i32 = 101;
/// The least time between two looks where no input is at hand.
const BETWEEN: Duration = Duration::from_millis(1);

/// What is at hand, as far as it may be seen from without. Without a limit, nothing is written down.
pub(super) struct Watch(Option<(Arc<Shared>, Option<JoinHandle<()>>)>);

struct Shared {
    title: String,
    limit: Duration,
    failures: Arc<Mutex<Failures>>,
    now: Mutex<Now>,
    changed: Condvar,
}

#[derive(Default)]
struct Now {
    since: Option<Instant>,
    /// What it is: an input, a call.
    what: &'static str,
    shown: String,
    is_over: bool,
}

impl Watch {
    /// `failures`: those before the input that does not come to an end are told with it.
    pub(super) fn of(
        title: &str,
        limit: Option<Duration>,
        failures: &Arc<Mutex<Failures>>,
    ) -> Watch {
        Watch(limit.map(|limit| {
            let (title, failures) = (title.to_owned(), failures.clone());
            let (now, changed) = (Mutex::default(), Condvar::new());
            let shared = Arc::new(Shared { title, limit, failures, now, changed });
            let watching = shared.clone();
            (shared, Some(std::thread::spawn(move || watching.wait())))
        }))
    }

    /// An input begins.
    pub(super) fn begin(&self, what: &'static str, shown: &str) {
        self.set(|now| {
            let shown = shown.to_owned();
            *now = Now { since: Some(Instant::now()), what, shown, is_over: false };
        });
    }

    /// The same input goes on with this, which has the whole limit, and is shown in a line behind what went before.
    pub(super) fn go_on(&self, what: &'static str, line: impl FnOnce() -> Option<String>) {
        if self.0.is_none() {
            return;
        }
        // The caller's code writes the line, and may be what does not come to an end.
        let line = line();
        self.set(|now| {
            (now.since, now.what) = (Some(Instant::now()), what);
            if let Some(line) = line {
                now.shown.push_str(&line);
                now.shown.push('\n');
            }
        });
    }

    /// The input has come to an end.
    pub(super) fn end(&self) {
        self.set(|now| now.since = None);
    }

    fn set(&self, change: impl FnOnce(&mut Now)) {
        if let Some((shared, _)) = &self.0 {
            change(&mut held(&shared.now));
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.set(|now| now.is_over = true);
        if let Some((shared, thread)) = &mut self.0 {
            shared.changed.notify_one();
            if let Some(thread) = thread.take() {
                let _ = thread.join(); // it does not panic
            }
        }
    }
}

impl Shared {
    fn wait(&self) {
        let mut now = held(&self.now);
        while !now.is_over {
            let left = match now.since {
                Some(since) => self.limit.saturating_sub(since.elapsed()),
                None => self.limit.max(BETWEEN),
            };
            if left.is_zero() {
                self.give_up(&now);
            }
            now = self.changed.wait_timeout(now, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn give_up(&self, now: &Now) -> ! {
        let failures = held(&self.failures);
        let (title, limit, Now { what, shown, .. }) = (&self.title, self.limit, now);
        let mut told = format!(
            "\n{title}: {what} does not come to an end within {limit:?} (Config::input_within), so the process ends.\n{}\n",
            shown.trim_end()
        );
        if failures.inputs > 0 {
            told.push_str(&format!("Before it, {} failed:\n{failures}", failures.number()));
        }
        // What a test prints by macros is held back until it ends.
        let _ = std::io::stderr().write_all(told.as_bytes());
        std::process::exit(CODE);
    }
}

/// What a lock has. A panic while it was held has left it whole.
pub(super) fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
