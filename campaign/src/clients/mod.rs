//! Programs of two clients that call one object at the same time, and whether their histories are linearisable.
//!
//! *Problem.* An object that is used by several threads is to behave as if each call took place at one moment between
//! its beginning and its end (Herlihy and Wing 1990). A spec of traces says what the object does call by call.
//! *Choice.* A program is a first state and a sequence of calls for each client. All programs up to a number of calls
//! are listed, one of each class under renamings of objects and the swap of the clients (`programs.rs`). Each is run.
//! For each history an order of the calls is looked for that keeps real time, and in which the spec takes every call
//! and gives its result (`orders.rs`). *Rejected.* Random programs: if none of them fails, nothing is known about the
//! next one. The schedules cannot be listed, and a report says so.

mod lanes;
mod orders;
mod programs;
mod tree;

use korrel_harness::protocol::{HistoryCall, Reply};
use korrel_harness::report::Collector;
use korrel_harness::{
    CLIENTS, ClientProgram, End, FailureCause, Histories, InputName, Plan, ProgramRun, Stops,
    TestQuestion, TestedOperation, Unit, run_programs,
};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::spec::Spec;
use korrel_sat::Effort;
use korrel_translate::Overflow;
use serde_json::Value as Json;

use crate::behaviours::TestedTraces;
use crate::error::CampaignError;
use lanes::drawn;
use orders::{ExplainedHistory, Orders};
use tree::SpecTree;

/// The programs of two clients, and the spec that judges them.
pub struct ClientPrograms<'s> {
    spec: &'s Spec,
    tree: SpecTree<'s>,
    names: Vec<String>,
    programs: Vec<ClientProgram>,
    effort: Effort,
    was_stopped: bool,
}

impl<'s> ClientPrograms<'s> {
    /// All programs in which each client makes one to `calls` calls. The command's behaviours must be as long as a
    /// program.
    ///
    /// # Errors
    /// As for behaviours, or a stop.
    pub fn new(
        tested: &'s TestedTraces,
        calls: usize,
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<ClientPrograms<'s>, CampaignError> {
        let spec = &tested.spec;
        let behaviours = tested.behaviours(overflow, effort)?;
        let names = behaviours.actions().iter().map(|action| action.name.clone()).collect();
        let beginnings = behaviours
            .beginnings(overflow, effort)
            .map_err(|untranslated| CampaignError::untranslated(spec, untranslated))?;
        let mut tree = SpecTree::new(behaviours, beginnings);
        let programs = programs::programs(&mut tree, calls);
        let programs = programs.map_err(|_| {
            CampaignError::untranslated(spec, korrel_translate::TranslationFailure::Stopped)
        })?;
        let effort = effort.clone();
        Ok(ClientPrograms { spec, tree, names, programs, effort, was_stopped: false })
    }

    pub fn programs(&self) -> &[ClientProgram] {
        &self.programs
    }

    /// The operation that stands for all programs in a report.
    pub fn operation(&self, question: &TestQuestion) -> TestedOperation {
        let judges = question.operations.iter().flat_map(|op| op.judges.clone()).collect();
        let (name, parameters) = (CLIENTS.to_owned(), Vec::new());
        TestedOperation { name, parameters, result: None, judges, unit: Unit::programs() }
    }

    /// Runs all programs. The collector gets the outcomes. `only`: just the program with this key.
    ///
    /// # Errors
    /// A key that none has, or a stop while histories were judged.
    pub fn run(
        &mut self,
        plan: &Plan,
        question: &TestQuestion,
        only: Option<&InputName>,
        collector: &mut Collector<'_>,
    ) -> Result<End, CampaignError> {
        let effort = self.effort.clone();
        let stops = Stops::new(effort.flag(), None);
        let wanted = only.map(|name| &name.key[..]);
        let programs = std::mem::take(&mut self.programs);
        let run = ProgramRun { plan, question, stops: &stops, wanted };
        let end = run_programs(run, &programs, self, collector);
        self.programs = programs;
        if self.was_stopped && !effort.is_stopped() {
            return Err(CampaignError::untranslated(
                self.spec,
                korrel_translate::TranslationFailure::Stopped,
            ));
        }
        let is_whole = matches!(end, End::Exhausted);
        if is_whole && only.is_some() && collector.report.inputs() == 0 {
            let mistake = Diagnostic::new(code::KEY, "no program of these clients has this key");
            return Err(CampaignError::Settings(mistake));
        }
        collector.report.has_gaps |= only.is_some() || !is_whole;
        Ok(end)
    }
}

impl Histories for ClientPrograms<'_> {
    fn judge(
        &mut self,
        program: &ClientProgram,
        history: &[Vec<HistoryCall>],
        reply: &Reply,
    ) -> Result<(), Vec<FailureCause>> {
        let lanes = || drawn(&self.names, program, history);
        // What the spec says of exceptions of some actions is part of an order. Exceptions of other actions
        // are failures.
        let calls =
            program.clients.iter().zip(history).flat_map(|(calls, told)| calls.iter().zip(told));
        let thrown = calls.filter(|(call, _)| !self.tree.says_when_it_throws(call.op));
        if let Some(throw) = thrown.filter_map(|(_, told)| told.throw.as_ref()).next() {
            let text = match throw.message.as_str() {
                "" => throw.ty.clone(),
                message => format!("{}: {message}", throw.ty),
            };
            let mut cause = FailureCause::message(&text);
            cause.details.extend(lanes());
            return Err(vec![cause]);
        }
        let post = reply.post.as_ref().map(|post| post.whole().clone());
        let mut orders = Orders { tree: &mut self.tree, program, history };
        let Ok(explained) = orders.explained(post.as_ref()) else {
            // The runner of the programs sees a stop.
            self.was_stopped = true;
            return Ok(());
        };
        let what = match explained {
            ExplainedHistory::Wholly => return Ok(()),
            ExplainedHistory::ButForTheState => "the state afterwards",
            ExplainedHistory::Not => "the results",
        };
        let number = orders::number(history);
        let mut called: Vec<&str> =
            program.clients.iter().flatten().map(|call| &*self.names[call.op]).collect();
        called.sort_unstable();
        called.dedup();
        let text = format!("no order of the calls explains {what} ({})", called.join(", "));
        let mut cause =
            FailureCause { text, at: None, details: drawn(&self.names, program, history) };
        cause.details.push(match number {
            1 => "one order keeps real time, and the spec does not allow these results in it"
                .to_owned(),
            _ => format!(
                "{number} orders keep real time; the spec allows these results in none of them"
            ),
        });
        Err(vec![cause])
    }
}

/// A value for people.
fn text(value: &Json) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

#[cfg(test)]
mod tests;
