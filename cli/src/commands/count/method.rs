//! How a count goes on: stages are timed, and progress is shown.

use korrel::question::PosedQuestion;
use korrel::question::count::{CountListener, Tally};
use korrel::stream::StreamQuestion;

use crate::commands::shared::question::answered;
use crate::commands::shared::statistics::Timing;
use crate::commands::shared::watched::WatchedList;
use crate::flags::CountFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;

/// The counter: its flags, and its limits.
pub struct Counter<'a> {
    pub flags: &'a CountFlags,
    pub question: &'a StreamQuestion<'a>,
    pub report: &'a Reporter,
    pub stop: &'a Stop,
    pub progress: &'a Progress,
}

impl Counter<'_> {
    /// # Errors
    /// A construct that cannot be translated; flags of listing where nothing is listed.
    pub fn count<'p>(
        &self,
        posed: &'p PosedQuestion<'p>,
        timing: &mut Timing,
    ) -> Result<Tally<'p>, Error> {
        let is_whole = self.flags.search.shard.is_none();
        let watch = WatchedList::new(is_whole, posed, &posed.spec.sources, self.report);
        watch.pause();
        let mut listener = ToldCount { counter: self, timing, watch: &watch };
        answered(watch.while_running(|| posed.count(&mut listener)), self.stop)
    }
}

/// A count that the user hears of.
struct ToldCount<'a, 'c> {
    counter: &'a Counter<'c>,
    timing: &'a mut Timing,
    watch: &'a WatchedList<'a>,
}

impl CountListener for ToldCount<'_, '_> {
    type Error = Error;

    fn begin(&mut self) {
        self.timing.has_translated();
    }

    fn go_on(&mut self, is_whole: bool) {
        self.watch.go_on(is_whole);
    }

    fn pause(&mut self) {
        self.watch.pause();
    }

    fn found(&mut self, count: u64, conflicts: &mut dyn FnMut() -> u64) {
        self.counter.progress.found(count);
        self.watch.found(count, conflicts);
    }
}
