//! Collects the results of inputs as a run goes on.

use super::Report;
use super::status::RunStatus;
use crate::corpus::{CorpusRecorder, KnownFailures};
use crate::coverage::InputCoverage;
use crate::failure::FailedInput;
use crate::outcome::{Done, End, InputOutcome};

/// Collects the outcomes of a run into a report, and passes them on.
pub struct Collector<'c> {
    pub report: Report,
    pub known: KnownFailures,
    pub recorder: Option<CorpusRecorder>,
    pub covered: Option<InputCoverage>,
    /// Gets each failure at once.
    pub on_failure: Option<&'c mut dyn FnMut(&FailedInput)>,
    /// Gets the numbers of inputs and failures, and the present size, from time to time.
    pub on_progress: Option<&'c mut dyn FnMut(u64, u64, u64)>,
    /// Gets the report so far, from time to time.
    pub on_report: Option<&'c mut dyn FnMut(&Report)>,
    at_size: u64,
}

impl<'c> Collector<'c> {
    pub fn new(report: Report) -> Collector<'c> {
        Collector {
            report,
            known: KnownFailures::default(),
            recorder: None,
            covered: None,
            on_failure: None,
            on_progress: None,
            on_report: None,
            at_size: 0,
        }
    }

    /// The report, once the run has ended. If the flag ended it, the caller knows the reason for the
    /// flag.
    pub fn end(mut self, end: &End, stopped: RunStatus) -> Report {
        let report = &mut self.report;
        report.status = match end {
            End::Exhausted => RunStatus::Complete,
            End::Limit => RunStatus::Limit,
            End::Alike => RunStatus::Alike,
            End::Budget => RunStatus::Budget,
            End::Timeout => RunStatus::Timeout,
            End::Stopped => stopped,
            End::Refused(refusal) => {
                let help = refusal.help().map_or(String::new(), |help| format!("; {help}"));
                report.problems.push(format!("{refusal}{help}"));
                RunStatus::Refused
            }
        };
        report.problems.extend(self.recorder.iter().filter_map(CorpusRecorder::problem));
        report.mended = self.known.mended();
        report.operations.iter_mut().for_each(|op| op.sort());
        self.report
    }

    /// True if keys of inputs that pass are wanted, too.
    pub fn wants_keys(&self) -> bool {
        !self.known.is_empty()
    }

    /// Adds an outcome. Returns true if it is a failure that is not known.
    pub fn done(&mut self, mut done: Done) -> bool {
        self.at_size = done.size;
        let op = self.report.operations[done.op].name.clone();
        let mut is_news = false;
        match &mut done.outcome {
            InputOutcome::Failed(failure) => {
                let groups = &self.report.operations[done.op].groups;
                let group = groups.iter().find(|group| group.takes(failure));
                failure.is_confirmed &= group.is_none_or(|group| group.confirmed.is_none());
                self.failed(failure);
                is_news = !failure.is_known;
            }
            InputOutcome::Passed => {
                if let Some(key) = &done.key {
                    self.known.passes(&op, key);
                }
            }
            InputOutcome::Skipped(_) => {}
        }
        if let (Some(covered), Some(coverage)) = (&mut self.covered, done.coverage.take()) {
            covered.add(&op, done.id, coverage);
        }
        let has_other = !self.report.heading.against.is_empty();
        self.report.operations[done.op].add(done, has_other);
        is_news
    }

    /// Tells the progress.
    pub fn tick(&mut self) {
        if let Some(tell) = &mut self.on_progress {
            let (inputs, failed) = (self.report.inputs(), self.report.total(|op| op.failed));
            tell(inputs, failed, self.at_size);
        }
        if let Some(tell) = &mut self.on_report {
            tell(&self.report);
        }
    }

    fn failed(&mut self, failure: &mut FailedInput) {
        failure.is_known = self.known.has(&failure.op, &failure.name);
        if let Some(recorder) = &mut self.recorder {
            recorder.record(failure);
        }
        if let Some(tell) = &mut self.on_failure {
            tell(failure);
        }
    }
}
