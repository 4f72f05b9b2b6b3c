//! A run of behaviours, wherever they are from.

use korrel_campaign::{CampaignError, Tested};
use korrel_harness::report::{Collector, Report, ReportHeading, RunStatus};
use korrel_harness::{InputName, Plan, TestQuestion, Walked};
use serde_json::{Map, Value as Json, json};

use super::drivers::plan_of;
use super::inputs::Replay;
use super::trial::Trial;
use super::{known, outcome};
use crate::commands::shared::question::limited;
use crate::files::fresh::FreshFile;
use crate::flags::TestFlags;
use crate::limits::Stop;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// The settings that all such runs share.
pub struct BehaviourTrial<'t> {
    test: &'t TestFlags,
    pub plan: Plan,
    pub stop: Stop,
    /// The behaviour that is replayed.
    pub only: Option<InputName>,
    page: Option<FreshFile>,
}

impl<'t> BehaviourTrial<'t> {
    /// # Errors
    /// Settings that cannot be.
    pub fn new(test: &'t TestFlags, report: &Reporter) -> Result<BehaviourTrial<'t>, Error> {
        let stop = limited(Stop::new(), test.drivers.total_timeout, None)?;
        let only = match Replay::new(test.inputs.replay.as_deref())? {
            Replay::No => None,
            Replay::Name(name) => Some(name),
            Replay::Recorded(_) => {
                let message =
                    "a folder holds inputs of a spec; of a behaviour, `--replay` takes the key";
                return Err(Error::usage(message));
            }
        };
        let plan = Plan {
            stop_after: test.outcome.stop_after.map(Into::into),
            budget: test.inputs.budget,
            has_spoken: only.is_some(),
            ..plan_of(&test.driver, &test.drivers, report)?
        };
        let page = test.outcome.told.html.as_deref().map(FreshFile::at).transpose()?;
        Ok(BehaviourTrial { test, plan, stop, only, page })
    }

    /// Makes the calls, and writes the report. Returns it, and whether it is on all behaviours.
    ///
    /// # Errors
    /// Behaviours that cannot be listed; output that cannot be written.
    pub fn tried(
        self,
        question: &TestQuestion,
        heading: ReportHeading,
        report: &Reporter,
        run: impl FnOnce(&mut Collector<'_>) -> Result<Walked, CampaignError>,
    ) -> Result<(Report, bool), Error> {
        let BehaviourTrial { test, plan, stop, only, page } = self;
        let (known, recorder) = (known(test)?, None);
        let (plan, flags, stop) = (&plan, test, &stop);
        let trial = Trial { heading, plan, question, flags, stop, known, recorder };
        stop.heed(Stop::tell);
        stop.take_over();
        let (outcome, _, refusal) = trial.run(|collector, _| {
            let walked = run(collector)?;
            Ok(Tested { end: walked.end, grown: None })
        })?;
        let is_refused = refusal.is_some();
        refusal.into_iter().for_each(|error| {
            report.error(error);
        });
        let nothing = |_: &Report, _| String::new();
        outcome::write_outcome(&test.outcome, (None, page), &outcome, None, &nothing)?;
        let is_whole = outcome.status == RunStatus::Complete && only.is_none() && !is_refused;
        Ok((outcome, is_whole))
    }
}

/// The declarations of a report, with the operations.
pub fn declared_by(question: &TestQuestion) -> Map<String, Json> {
    let mut declarations = question.declarations.clone();
    let ops = question.operations.iter().map(|op| {
        let parameters = korrel_heapgraph::shapes(&op.parameters);
        (op.name.clone(), json!({ "parameters": parameters }))
    });
    declarations.insert("ops".to_owned(), Json::Object(ops.collect()));
    for own in ["tool", "spec"] {
        declarations.shift_remove(own);
    }
    declarations
}
