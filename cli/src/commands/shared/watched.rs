//! The warning that a list does not end, also where it stands still.
//!
//! *Problem.* Whether a list ends is asked when an instance is found. In a scope that is far too large the second one can take
//! hours, and the search is silent. *Choice.* A thread asks, too, each time that twice as long has passed. The rule of
//! what the question may cost is the list's, whoever asks. *Rejected.* To ask once before the search: it would cost
//! more than many searches do. *A count* lists a few first, then counts without a list, and lists all only where that was too
//! much: the thread asks while a list runs, of a few only once they take long.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use korrel::question::PosedQuestion;
use korrel::question::listing::ListWatch;
use korrel_lang::source::Sources;

use crate::commands::shared::statistics::processor_time;
use crate::limits::memory;
use crate::messages::reporter::Reporter;

/// The time until the thread asks first.
const WHILE: Duration = Duration::from_secs(2);

/// The time that a few may take before the thread asks of them.
const FEW: Duration = Duration::from_secs(5);

/// What runs.
#[repr(u8)]
enum RunningList {
    Nothing,
    /// The list of a few instances, of which more are not wanted yet.
    Few,
    All,
}

/// A list, and whom to tell that it does not end.
pub struct WatchedList<'a> {
    list: Mutex<ListWatch<'a>>,
    posed: &'a PosedQuestion<'a>,
    sources: &'a Sources,
    report: &'a Reporter,
    began: Duration,
    /// A number of `RunningList`.
    running: AtomicU8,
}

impl<'a> WatchedList<'a> {
    /// `is_watched`: all instances are listed, and nothing was said before. The list runs until it is said that it pauses.
    pub fn new(
        is_watched: bool,
        posed: &'a PosedQuestion<'a>,
        sources: &'a Sources,
        report: &'a Reporter,
    ) -> WatchedList<'a> {
        let list = Mutex::new(posed.watch(is_watched && !report.is_quiet()));
        let running = AtomicU8::new(RunningList::All as u8);
        WatchedList { list, posed, sources, report, began: processor_time(), running }
    }

    /// The list pauses, if it has begun at all.
    pub fn pause(&self) {
        self.running.store(RunningList::Nothing as u8, Ordering::Relaxed);
    }

    /// The list begins or goes on, up to a few instances, or to the last one.
    pub fn go_on(&self, is_whole: bool) {
        let running = if is_whole { RunningList::All } else { RunningList::Few };
        self.running.store(running as u8, Ordering::Relaxed);
        let mut list = self.list.lock().expect("no holder of the lock panics");
        if is_whole
            && list.is_watched()
            && let Some(warning) = self.posed.endless()
        {
            self.report.remarks(self.sources, &[warning]);
            *list = self.posed.watch(false);
        }
    }

    /// Runs the list, and asks meanwhile.
    pub fn while_running<T>(&self, run: impl FnOnce() -> T) -> T {
        // A thread takes address space, which the search needs more where `ulimit -v` limits it.
        let is_alone = memory::address_space().is_some();
        if is_alone || !self.list.lock().expect("no holder of the lock panics").is_watched() {
            return run();
        }
        let (end, ended) = channel::<()>();
        std::thread::scope(|scope| {
            let ask = move || {
                let (mut time, mut waited) = (WHILE, WHILE);
                while ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
                    && self.still_asks(waited)
                {
                    time *= 2;
                    waited += time;
                }
            };
            // Only the warning is lost.
            let _ = Builder::new().stack_size(crate::stack(2)).spawn_scoped(scope, ask);
            let result = run();
            drop(end);
            result
        })
    }

    /// So many instances were found.
    pub fn found(&self, count: u64, conflicts: impl FnOnce() -> u64) {
        if !self.is_running(RunningList::All) {
            return;
        }
        // If the other thread asks just now, it also tells.
        if let Ok(mut list) = self.list.try_lock()
            && let Some(warning) = list.found(count, conflicts, || self.cost())
        {
            self.report.remarks(self.sources, &[warning]);
        }
    }

    /// False once the answer is known. `waited`: so long up to now.
    fn still_asks(&self, waited: Duration) -> bool {
        let mut list = self.list.lock().expect("no holder of the lock panics");
        let is_few = self.is_running(RunningList::Few) && waited >= FEW;
        if is_few || self.is_running(RunningList::All) {
            let warning = list.so_far(self.cost());
            self.report.remarks(self.sources, warning.as_slice());
        }
        list.is_watched()
    }

    fn is_running(&self, what: RunningList) -> bool {
        self.running.load(Ordering::Relaxed) == what as u8
    }

    /// What the list has cost.
    fn cost(&self) -> Duration {
        processor_time().saturating_sub(self.began)
    }
}
