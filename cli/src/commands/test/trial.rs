//! One run: inputs listed, tried, and put together into a report.

use std::io::{self, Write};

use korrel_harness::corpus::{Known, Recorder};
use korrel_harness::coverage::Covered;
use korrel_harness::report::{
    Collector, Grown, Report, ReportHeading, RunStatus, failure_line, header_line, last_lines,
};
use korrel_harness::{
    End, FailedInput, Growing, Input, InputName, Plan, Stops, TestQuestion, TestRun, run, run_lazy,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Spec;

use super::after::{After, beyond};
use super::inputs::{Numbered, Received, WantedInputs};
use super::is_streamed;
use super::listing::{Ended, Listing};
use super::naming::Court;
use super::operations::scope::may_repeat;
use super::outcome::visible_records;
use super::refused::refused;
use super::replay::{Replay, inputs};
use crate::commands::shared::question::overflow;
use crate::commands::test::stopped;
use crate::flags::TestFlags;
use crate::limits::stop::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::messages::reporter::Reporter;

pub struct Trial<'t> {
    pub heading: ReportHeading,
    pub court: &'t Court<'t>,
    pub spec: &'t Spec,
    pub plan: &'t Plan,
    pub question: &'t TestQuestion,
    pub replay: Replay,
    pub after: After,
    pub flags: &'t TestFlags,
    pub stop: &'t Stop,
    pub known: Known,
    pub recorder: Option<Recorder>,
    pub grows: bool,
}

/// The result of listing, beside the inputs.
struct Listed {
    end: End,
    /// The n that listing has reached, if the scope grows.
    grown: Option<Grown>,
}

/// The result of trying the listed inputs.
struct Tried {
    end: End,
    /// The input that was asked for, if it did not come.
    missing: Option<InputName>,
    /// The reason why the labelling that was asked for is not there.
    no_labelling: Option<String>,
    /// The error of a run that is to continue after an id that does not exist.
    beyond: Option<Error>,
    grown: Option<Grown>,
    /// The last n that was begun, where the scope grows.
    n: Option<u64>,
}

impl Trial<'_> {
    /// Returns the report, the coverage of inputs if that was asked for, and the reason why a program
    /// was not asked further.
    ///
    /// # Errors
    /// Inputs that cannot be listed, standard output that cannot be written.
    pub fn run(
        mut self,
        report: &Reporter,
    ) -> Result<(Report, Option<Covered>, Option<Error>), Error> {
        let heading = std::mem::take(&mut self.heading);
        let is_streamed = is_streamed(self.flags);
        let mut unwritten = None;
        let mut put = |line: String| {
            let written = write_line(&line);
            if let Err(error) = written {
                unwritten.get_or_insert(error);
                self.stop.abandon();
            }
        };
        if is_streamed {
            put(header_line(&heading));
        }
        let progress = Progress::of_inputs(self.flags.outcome.progress, is_streamed);
        let mut tell = |failure: &FailedInput| {
            if is_streamed {
                put(failure_line(failure));
            }
        };
        let mut show = |inputs, failed, size| progress.tried(inputs, failed, size);
        let mut collector = Collector::new(Report::new(heading, &self.question.operations));
        let keeps_all = self.flags.outcome.told.list;
        collector.report.operations.iter_mut().for_each(|op| op.keeps_all = keeps_all);
        collector.known = std::mem::take(&mut self.known);
        collector.recorder = self.recorder.take();
        collector.covered = self.flags.outcome.select.then(Covered::default);
        collector.on_failure = Some(&mut tell);
        collector.on_progress = Some(&mut show);
        let listed = match &self.replay {
            Replay::Recorded(recorded) => {
                let inputs = inputs(recorded, &self.question.operations, report);
                Ok(Listed {
                    end: self.try_all(&mut inputs.into_iter(), &mut collector, &|| {}),
                    grown: None,
                })
            }
            _ => self.listed(&mut collector, &progress, report),
        };
        let Listed { end, grown } = match listed {
            Ok(listed) => listed,
            Err(error) => {
                if is_streamed {
                    // A report that was begun has an end.
                    let mut outcome = collector.end(&End::Exhausted, stopped(self.stop));
                    outcome.status = RunStatus::Refused;
                    outcome.problems.push(error.message());
                    put(last_lines(&outcome));
                }
                return Err(error);
            }
        };
        let refusal = match &end {
            End::Refused(refusal) => Some(refused(refusal, self.plan)),
            _ => None,
        };
        let covered = collector.covered.take();
        let mut outcome = collector.end(&end, stopped(self.stop));
        outcome.grown = grown;
        if self.flags.inputs.lazy {
            outcome.operations.iter_mut().for_each(|op| {
                op.covered.get_or_insert(0);
            });
        }
        drop(progress);
        match unwritten {
            Some(error) => Err(error.into()),
            None => Ok((outcome, covered, refusal)),
        }
    }

    fn try_all(
        &self,
        inputs: &mut dyn Iterator<Item = Input>,
        collector: &mut Collector<'_>,
        enough: &(dyn Fn() + Sync),
    ) -> End {
        let stops = Stops::new(self.stop.flag(), None).telling(enough);
        let &Trial { plan, question, court, .. } = self;
        let asked = TestRun { plan, question, oracles: court, stops: &stops };
        match self.flags.inputs.lazy {
            true => run_lazy(asked, inputs, collector),
            false => run(asked, inputs, collector),
        }
    }

    /// Tries the inputs that another thread lists.
    fn listed(
        &self,
        collector: &mut Collector<'_>,
        progress: &Progress,
        report: &Reporter,
    ) -> Result<Listed, Error> {
        let expect = |all| progress.expect(all);
        let inputs = &self.flags.inputs;
        let is_whole = inputs.shard.is_none() && inputs.after.is_none() && inputs.replay.is_none();
        let may_repeat = self.may_repeat()?;
        let stop = self.stop.linked();
        if let Some(budget) = self.plan.budget {
            stop.after(budget);
        }
        let listing = Listing {
            spec: self.spec.clone(),
            subjects: self.court.subjects,
            overflow: overflow(self.flags.inputs.overflow),
            shard: self.flags.inputs.shard,
            may_repeat,
            wants_names: self.wants_names() || may_repeat,
            expect: (progress.is_told() && is_whole).then_some(&expect),
            stop: stop.clone(),
        };
        let (tried, ended) = listing.beside(|messages| {
            let mut received = Received::new(messages, may_repeat);
            let tried = self.try_listed(&mut received, collector, &|| stop.abandon());
            drop(received);
            // It may still be searching for a result that is no longer wanted.
            stop.abandon();
            tried
        })?;
        let Tried { end, missing, no_labelling, beyond, mut grown, n } = tried;
        let missing = missing.map(|name| match (&ended, n) {
            (Ended::All, _) | (_, None) => format!("no input has the key {name}"),
            (_, Some(n)) => format!(
                "no input was found that has the key {name}; the budget ended the search: not all of n = {n} were listed"
            ),
        });
        if let (End::Exhausted, Some(message)) = (&end, no_labelling.or(missing)) {
            return Err(Error::Usage(Diagnostic::new(code::KEY, message).help(HELP)));
        }
        if let (End::Exhausted, Ended::All, Some(error)) = (&end, &ended, beyond) {
            return Err(error);
        }
        if let (End::Exhausted, Ended::Refused(..), Some(grown)) = (&end, &ended, &mut grown) {
            grown.then = None;
        }
        Ok(Listed { end: self.end(end, ended, report)?, grown })
    }

    /// Tries the inputs that are asked for, among those that the listing sends.
    fn try_listed(
        &self,
        received: &mut Received,
        collector: &mut Collector<'_>,
        enough: &(dyn Fn() + Sync),
    ) -> Tried {
        let mut growing = Growing::new(received);
        let wanted = match &self.replay {
            Replay::Name(name) => {
                let is_beside = self.flags.inputs.relabel.is_some();
                WantedInputs::Only { name: name.clone(), is_beside }
            }
            _ => WantedInputs::After(self.after.clone()),
        };
        let mut numbered = Numbered::new(&mut growing, wanted, self.court.naming());
        let end = self.try_all(&mut numbered, collector, enough);
        let missing = numbered.missing().cloned();
        let no_labelling = numbered
            .no_labelling
            .map(|count| format!("there is no such labelling; there are {count}, from 0"));
        let beyond = numbered.beyond().map(|(id, listed)| beyond(id, listed));
        let tried = collector.report.inputs();
        let is_extent_asked = self.grows && !self.is_replayed();
        let grown = is_extent_asked.then(|| growing.grown(tried));
        let n = self.grows.then(|| growing.n().unwrap_or(0));
        Tried { end, missing, no_labelling, beyond, grown, n }
    }

    /// The reason why a run ended, if its inputs were not all listed.
    fn end(&self, end: End, ended: Ended, report: &Reporter) -> Result<End, Error> {
        match (end, ended) {
            (_, Ended::Wrong(error)) => Err(error),
            (End::Exhausted, Ended::Refused(_, error)) if !self.grows => Err(error),
            (End::Exhausted, Ended::Refused(n, error)) => {
                report.error(error);
                report.note(&format!("note: so the scope does not grow to n = {n}"));
                Ok(End::Budget)
            }
            (End::Exhausted, Ended::Cut) if self.is_replayed() => Ok(End::Exhausted),
            (End::Exhausted, Ended::Cut) if self.stop.is_raised() => Ok(End::Stopped),
            (End::Exhausted, Ended::Cut) => Ok(End::Budget),
            (end, _) => Ok(end),
        }
    }

    /// True if only one input was wanted, and it was tried.
    fn is_replayed(&self) -> bool {
        matches!(self.replay, Replay::Name(_))
    }

    fn wants_names(&self) -> bool {
        self.flags.inputs.keys || self.flags.judging.known.is_some() || self.is_replayed()
    }

    fn may_repeat(&self) -> Result<bool, Error> {
        let mut spec = self.spec.clone();
        for subject in self.court.subjects {
            if may_repeat(&mut spec, &subject.command, &subject.size)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The help for a user who looks for a key.
const HELP: &str = "a key is of one operation, within its scope: `--op`, `--scope` and `--grow` must be as in \
                    the run that told it";

fn write_line(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(visible_records(line).as_bytes())?;
    out.flush()
}
