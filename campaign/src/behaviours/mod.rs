//! Behaviours, wherever they are from: one run for those of a spec and those of traces.

mod itf;
mod seen;
mod traces;

use std::collections::HashSet;

use korrel_harness::protocol::Reply;
use korrel_harness::report::Collector;
use korrel_harness::{
    BehaviourRun, Behaviours, End, FailureCause, InputName, Plan, Stops, TestQuestion, Walked,
    run_behaviours,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Effort;

use crate::error::CampaignError;

pub use itf::{FittingTraces, ItfBehaviours, NamedTrace, Unreplayable};
pub use traces::{ProgramState, TestedTraces, TraceBehaviours};

/// Behaviours that a run can make.
pub trait TestedBehaviours: Behaviours {
    /// The keys of the behaviour with this key, and of its beginnings, where they are known before any call is made; empty
    /// if none has it.
    fn leading_to(&self, _key: &str) -> Option<HashSet<String>> {
        None
    }

    /// Why it could not go on.
    fn error(&mut self) -> Option<CampaignError> {
        None
    }
}

/// The settings of a run.
#[derive(Clone, Copy)]
pub struct BehaviourTest<'r> {
    pub plan: &'r Plan,
    pub question: &'r TestQuestion,
    /// Only the behaviour with this key.
    pub only: Option<&'r InputName>,
    pub effort: &'r Effort,
}

impl BehaviourTest<'_> {
    /// Makes all calls; the collector gets the outcomes.
    ///
    /// # Errors
    /// Behaviours that cannot be listed; a key that none has.
    pub fn run<B: TestedBehaviours>(
        &self,
        behaviours: &mut B,
        collector: &mut Collector<'_>,
    ) -> Result<Walked, CampaignError> {
        let key = self.only.map(|name| &name.key[..]);
        let only = key.and_then(|key| behaviours.leading_to(key));
        if only.as_ref().is_some_and(HashSet::is_empty) {
            return Err(no_such_key());
        }
        let stops = Stops::new(self.effort.flag(), None);
        let wanted = key.filter(|_| only.is_none());
        let (plan, question) = (self.plan, self.question);
        let run = BehaviourRun { plan, question, stops: &stops, only: only.as_ref(), wanted };
        let walked = run_behaviours(run, behaviours, collector);
        if let Some(error) = behaviours.error() {
            return Err(error);
        }
        let is_whole = matches!(walked.end, End::Exhausted);
        if is_whole && wanted.is_some() && collector.report.inputs() == 0 {
            return Err(no_such_key());
        }
        collector.report.has_gaps |= key.is_some() || !is_whole;
        Ok(walked)
    }
}

fn no_such_key() -> CampaignError {
    CampaignError::Settings(Diagnostic::new(code::KEY, "no behaviour has this key"))
}

/// The failure that an exception is.
fn thrown(reply: &Reply) -> Option<FailureCause> {
    let throw = reply.throw.as_ref()?;
    let text = match throw.message.as_str() {
        "" => throw.ty.clone(),
        message => format!("{}: {message}", throw.ty),
    };
    Some(FailureCause::message(&text))
}
