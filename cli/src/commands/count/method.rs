//! The method by which a command is counted: flags become the library's question, and progress is shown.

use korrel::Method;
use korrel::question::SpecCommand;
use korrel::question::count::{CountListener, CountQuestion, CountWay, Tally};
use korrel_enumerate::counting::CountingCost;
use korrel_enumerate::{Instances, Problem};
use korrel_harness::counted;
use korrel_sat::Effort;

use crate::commands::shared::question::{classes, instances, threads};
use crate::commands::shared::statistics::Timing;
use crate::commands::shared::watched::WatchedList;
use crate::flags::{CountFlags, MethodFlag, SolverFlag};
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;

/// The way in which a command was counted, in words.
pub fn told(way: &CountWay) -> String {
    match way {
        CountWay::Listed(why) => format!("list: {why}"),
        CountWay::Counted(how, CountingCost { terms, search, .. }) => format!(
            "{how}, {}, {}, {} known again, {} of them alike, {} forgotten",
            counted(terms, "formula"),
            counted(search.nodes, "node"),
            search.hits,
            search.alike,
            search.forgotten
        ),
    }
}

/// The counter: its flags, and its limits.
pub struct Counter<'a> {
    pub flags: &'a CountFlags,
    pub report: &'a Reporter,
    pub stop: &'a Stop,
    pub progress: &'a Progress,
}

impl Counter<'_> {
    /// # Errors
    /// A construct that cannot be translated; flags of listing where nothing is listed.
    pub fn count<'p>(
        &self,
        asked: &SpecCommand,
        problem: &'p Problem<'p>,
        timing: &mut Timing,
    ) -> Result<Tally<'p>, Error> {
        let effort = self.stop.effort();
        let question = self.question(&effort);
        if matches!(question.method, Method::Compile | Method::Burnside)
            && let Some(why) = question.only_listing
        {
            let method = question.how(problem);
            return Err(Error::usage(format!("`--method {method}` lists nothing, but {why}")));
        }
        let is_whole = self.flags.search.shard.is_none();
        let sources = &asked.spec.sources;
        let watch = WatchedList::new(is_whole, problem, self.stop.effort(), sources, self.report);
        watch.pause();
        let mut opened = OpenedList { counter: self, asked, timing, watch: &watch };
        let tally = watch.while_running(|| question.count(&asked.spec, problem, &mut opened))?;
        if tally.instances.is_none() && question.method == Method::Auto {
            timing.has_translated();
        }
        Ok(tally)
    }

    fn question<'e>(&self, effort: &'e Effort) -> CountQuestion<'e> {
        CountQuestion {
            method: match self.flags.method {
                MethodFlag::Auto => Method::Auto,
                MethodFlag::List => Method::List,
                MethodFlag::Compile => Method::Compile,
                MethodFlag::Burnside => Method::Burnside,
            },
            classes: classes(&self.flags.question),
            only_listing: self.only_listing(),
            is_judged: self.flags.verify,
            threads: threads(&self.flags.search, self.report),
            effort,
        }
    }

    /// The reason why only listing will do.
    fn only_listing(&self) -> Option<&'static str> {
        let CountFlags { verify, search, question, .. } = self.flags;
        match () {
            () if self.flags.maximal => Some("`--maximal` looks at each beginning"),
            () if *verify => Some("`--verify` looks at each instance"),
            () if search.shard.is_some() => Some("`--shard` is a part of the list"),
            () if question.solver != SolverFlag::Enumerator => Some("`--solver` lists"),
            () => None,
        }
    }
}

/// A list that is opened by flags.
struct OpenedList<'a, 'c> {
    counter: &'a Counter<'c>,
    asked: &'a SpecCommand,
    timing: &'a mut Timing,
    watch: &'a WatchedList<'a>,
}

impl<'p> CountListener<'p> for OpenedList<'_, '_> {
    type Error = Error;

    fn open(&mut self, problem: &'p Problem<'p>) -> Result<Instances<'p>, Error> {
        let Counter { flags, stop, .. } = self.counter;
        let instances = instances(self.asked, problem, &flags.question, &flags.search, stop)?;
        self.timing.has_translated();
        Ok(instances)
    }

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
