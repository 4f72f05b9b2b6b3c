//! The warning that a list does not end, also where it stands still.
//!
//! *Problem.* Whether a list ends is asked when an instance is found. In a scope that is far too large the second one can take
//! hours, and the search is silent. *Choice.* A thread asks, too, each time that twice as long has passed. The rule of
//! what the question may cost is the list's, whoever asks. *Rejected.* To ask once before the search: it would cost
//! more than many searches do.

use std::sync::Mutex;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::Builder;
use std::time::Duration;

use korrel_enumerate::{LongList, Problem};
use korrel_lang::source::Sources;
use korrel_sat::Effort;

use crate::commands::shared::statistics::processor_time;
use crate::messages::reporter::Reporter;

/// The time until the thread asks first.
const WHILE: Duration = Duration::from_secs(2);

/// A list, and whom to tell that it does not end.
pub struct WatchedList<'a> {
    list: Mutex<LongList>,
    problem: &'a Problem<'a>,
    effort: Effort,
    sources: &'a Sources,
    report: &'a Reporter,
    began: Duration,
}

impl<'a> WatchedList<'a> {
    /// `is_watched`: all instances are listed, and nothing was said before.
    pub fn new(
        is_watched: bool,
        problem: &'a Problem<'a>,
        effort: Effort,
        sources: &'a Sources,
        report: &'a Reporter,
    ) -> WatchedList<'a> {
        let list = Mutex::new(LongList::new(is_watched && !report.is_quiet()));
        WatchedList { list, problem, effort, sources, report, began: processor_time() }
    }

    /// Runs the list, and asks meanwhile.
    pub fn while_running<T>(&self, run: impl FnOnce() -> T) -> T {
        if !self.list.lock().expect("no holder of the lock panics").is_watched() {
            return run();
        }
        let (end, ended) = channel::<()>();
        std::thread::scope(|scope| {
            let ask = move || {
                let mut time = WHILE;
                while ended.recv_timeout(time) == Err(RecvTimeoutError::Timeout)
                    && self.still_asks()
                {
                    time *= 2;
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
        // If the other thread asks just now, it also tells.
        if let Ok(mut list) = self.list.try_lock() {
            let warning =
                list.never_ends(count, conflicts, || self.cost(), self.problem, &self.effort);
            self.report.remarks(self.sources, warning.as_slice());
        }
    }

    /// False once the answer is known.
    fn still_asks(&self) -> bool {
        let mut list = self.list.lock().expect("no holder of the lock panics");
        let warning = list.never_ends_so_far(self.cost(), self.problem, &self.effort);
        self.report.remarks(self.sources, warning.as_slice());
        list.is_watched() && !self.effort.is_stopped()
    }

    /// What the list has cost.
    fn cost(&self) -> Duration {
        processor_time().saturating_sub(self.began)
    }
}
