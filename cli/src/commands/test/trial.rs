//! One run: inputs listed, tried, and put together into a report.

use korrel_campaign::{CampaignError, TestEnd};
use korrel_harness::corpus::{CorpusRecorder, KnownFailures};
use korrel_harness::coverage::InputCoverage;
use korrel_harness::report::{
    Collector, Report, ReportHeading, RunStatus, failure_line, header_line, last_lines,
};
use korrel_harness::{End, FailedInput, Plan, TestQuestion};

use super::is_streamed;
use super::outcome::{stopped, visible_records};
use super::refused::refused;
use super::so_far::{BegunReport, ReportKeeper};
use crate::flags::TestFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::progress::Progress;
use crate::messages::tell::tell;

pub struct Trial<'t> {
    pub heading: ReportHeading,
    pub plan: &'t Plan,
    pub question: &'t TestQuestion,
    pub flags: &'t TestFlags,
    pub stop: &'t Stop,
    pub known: KnownFailures,
    pub recorder: Option<CorpusRecorder>,
    /// What an earlier run of the same test has left.
    pub begun: Option<BegunReport>,
}

/// Gets the number of all inputs, once that is known.
pub type ExpectedInputs<'e> = Option<&'e (dyn Fn(u64) + Sync)>;

impl Trial<'_> {
    /// `tries` hands the inputs' outcomes to the collector. Returns the report, the coverage of inputs if that was asked for, and the reason why a program
    /// was not asked further.
    ///
    /// # Errors
    /// Inputs that cannot be listed, standard output that cannot be written.
    pub fn run(
        mut self,
        tries: impl FnOnce(&mut Collector<'_>, ExpectedInputs<'_>) -> Result<TestEnd, CampaignError>,
    ) -> Result<(Report, Option<InputCoverage>, Option<Error>), Error> {
        let heading = std::mem::take(&mut self.heading);
        let is_streamed = is_streamed(self.flags);
        let mut unwritten = None;
        let mut put = |line: String| {
            let written = self.flags.outcome.write(&visible_records(&line));
            if let Err(error) = written {
                unwritten.get_or_insert(error);
                self.stop.abandon();
            }
        };
        let report = match self.begun.take() {
            Some(begun) => {
                put(begun.lines);
                begun.report
            }
            None => {
                if is_streamed {
                    put(header_line(&heading));
                }
                Report::new(heading, &self.question.operations)
            }
        };
        let progress = Progress::of_inputs(self.flags.outcome.progress, is_streamed);
        let mut tell = |failure: &FailedInput| {
            if is_streamed {
                put(failure_line(failure));
            }
        };
        let mut show = |inputs, failed, size| progress.tried(inputs, failed, size);
        let places = self.flags.outcome.output.as_deref().zip(self.flags.outcome.so_far.as_deref());
        let mut keeper = places.map(|(growing, so_far)| ReportKeeper::new(growing, so_far));
        let mut keep = |report: &Report| keeper.iter_mut().for_each(|keeper| keeper.keep(report));
        let mut collector = Collector::new(report);
        let keeps_all = self.flags.outcome.told.list;
        collector.report.operations.iter_mut().for_each(|op| op.keeps_all = keeps_all);
        collector.known = std::mem::take(&mut self.known);
        collector.recorder = self.recorder.take();
        collector.covered = self.flags.outcome.select.then(InputCoverage::default);
        collector.on_failure = Some(&mut tell);
        collector.on_progress = Some(&mut show);
        collector.on_report = Some(&mut keep);
        let given = &self.flags.inputs;
        let is_whole = given.shard.is_none() && given.after.is_none() && given.replay.is_none();
        let expect = |all| progress.expect(all);
        let expect: ExpectedInputs<'_> = (progress.is_told() && is_whole).then_some(&expect);
        let tested = tries(&mut collector, expect);
        let TestEnd { end, grown } = match tested.map_err(Error::from) {
            Ok(tested) => tested,
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
        if given.lazy {
            outcome.operations.iter_mut().for_each(|op| {
                op.covered.get_or_insert(0);
            });
        }
        drop(progress);
        if outcome.status == RunStatus::Alike {
            tell_alike(&outcome);
        }
        match unwritten {
            Some(error) => Err(error.into()),
            None => Ok((outcome, covered, refusal)),
        }
    }
}

/// Says that no more inputs were tried, and how to try them.
fn tell_alike(outcome: &Report) {
    tell(format_args!(
        "note: each of the first {} inputs ends the driver by one cause, which is hardly the code under test: no more are \
         tried; `--keep-going` tries all",
        outcome.inputs()
    ));
}
