//! Behaviours, whether they are from a spec or from traces: one run for both.

mod itf;
mod naming;
mod possible;
mod question;
mod right;
mod seen;
mod tested;
mod traces;
mod untold;

use std::collections::HashSet;

use korrel_harness::protocol::Reply;
use korrel_harness::report::Collector;
use korrel_harness::{
    BehaviourRun, Behaviours, End, FailureCause, InputName, Plan, Stops, TestQuestion,
    run_behaviours,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_sat::Effort;

use crate::error::CampaignError;

pub use itf::{FittingTraces, ItfBehaviours, NamedTrace, Unreplayable};
pub use tested::TestedTraces;
pub use traces::{ProgramState, TraceBehaviours};
pub use untold::Untold;

/// Behaviours that a run can make.
pub trait TestedBehaviours: Behaviours {
    /// The keys of the behaviour with this key, and of its beginnings, where they are known before any call is made.
    /// Empty if no behaviour has it.
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
    /// Only this part of all calls: its number from 1 on, and that of all parts.
    pub shard: Option<(u32, u32)>,
    pub effort: &'r Effort,
}

impl BehaviourTest<'_> {
    /// Makes all calls. The collector gets the outcomes. `workers` are the same behaviours for several drivers.
    ///
    /// # Errors
    /// Behaviours that cannot be listed, or a key that none has.
    pub fn run<B: TestedBehaviours + Send>(
        &self,
        workers: &mut [B],
        collector: &mut Collector<'_>,
    ) -> Result<End, CampaignError> {
        let key = self.only.map(|name| &name.key[..]);
        let only = key.and_then(|key| workers[0].leading_to(key));
        if only.as_ref().is_some_and(HashSet::is_empty) {
            return Err(no_such_key());
        }
        let stops = Stops::new(self.effort.flag(), None);
        let wanted = key.filter(|_| only.is_none());
        let BehaviourTest { plan, question, shard, .. } = *self;
        let (stops, only) = (&stops, only.as_ref());
        let run = BehaviourRun { plan, question, stops, shard, only, wanted };
        // One behaviour is a matter of one driver.
        let workers = if key.is_some() { &mut workers[..1] } else { workers };
        let end = run_behaviours(run, workers, collector);
        if let Some(error) = workers.iter_mut().find_map(B::error) {
            return Err(error);
        }
        let is_whole = matches!(end, End::Exhausted);
        if is_whole && wanted.is_some() && collector.report.inputs() == 0 {
            return Err(no_such_key());
        }
        collector.report.has_gaps |= key.is_some() || !is_whole;
        Ok(end)
    }
}

fn no_such_key() -> CampaignError {
    CampaignError::Settings(Diagnostic::new(code::KEY, "no behaviour has this key"))
}

/// The cause that what was answered at a place is nothing of what is right there.
fn differs(place: &str, right: impl Iterator<Item = String>, answered: &str) -> FailureCause {
    let mut expected: Vec<String> = Vec::new();
    for right in right {
        if !expected.contains(&right) {
            expected.push(right);
        }
    }
    let expected = format!("expected: {}", expected.join("  or  "));
    let details = vec![expected, format!("answered: {answered}")];
    FailureCause { text: format!("{place} differs"), at: None, details }
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
