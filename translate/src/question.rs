//! A question about a spec.

use std::sync::Arc;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Command, Formula, Model, Node};
use korrel_lang::states::{NOTHING_CHANGES, one_state};
use korrel_lang::trace::Trace;
use korrel_lang::unroll::{Time, UnrolledCommand};
use korrel_sat::Effort;

use crate::bounds::{Bound, Bounds, Cell};
use crate::encode::{TriedValues, is_higher_order};
use crate::failure::TranslationFailure;
use crate::scope::{Overflow, Scopes};

/// A command, the sizes that its scope allows, and what each relation may hold.
///
/// Invariant: the bounds are the first ones, within the scopes, or tighter ones that every instance
/// keeps to.
#[derive(Clone, Debug)]
pub struct Question<'m> {
    pub model: &'m Model,
    pub command: &'m Command,
    /// The question about traces from which `model` and `command` were unrolled.
    pub traces: Option<OfTraces<'m>>,
    pub scopes: Scopes,
    pub bounds: Bounds,
    pub overflow: Overflow,
    /// It is known that there is no instance. Nothing else is translated of the formulas then: something in
    /// them may have no translation.
    pub is_refuted: bool,
    /// Where a formula is about all sets or relations and these are too many: those that matter, once they are known.
    /// Of this question and within its bounds it is enough to try these.
    pub tried: Option<Arc<TriedValues>>,
    /// All values are tried as long as they have no more tuples than this. Less than [`MOST_TRIED_AT_ONCE`] only in
    /// tests.
    pub all_tried: usize,
}

/// Of variables over so many tuples all values are tried, where that is needed, and where they are more, those that
/// matter.
pub const MOST_TRIED_AT_ONCE: usize = 9;

/// A question about traces as it was asked.
#[derive(Clone, Copy, Debug)]
pub struct OfTraces<'m> {
    pub model: &'m Model,
    pub command: &'m Command,
    pub unrolled: &'m UnrolledCommand,
}

impl OfTraces<'_> {
    /// The trace that an instance of the question is.
    pub fn trace(&self, instance: &Instance) -> Trace {
        self.unrolled.trace(self.model, instance)
    }
}

impl<'m> Question<'m> {
    /// # Errors
    /// A scope that cannot be, or is too large, traces of any number of states, a goal that relates two states, or a stop.
    pub fn new(
        model: &'m Model,
        command: &'m Command,
        overflow: Overflow,
        effort: &Effort,
    ) -> Result<Question<'m>, TranslationFailure> {
        if command.scope.is_endless() {
            return Err(endless_traces(command).into());
        }
        let traces = command.unrolled(model).map(|unrolled| OfTraces { model, command, unrolled });
        let (model, command) = traces.map_or((model, command), |OfTraces { unrolled, .. }| {
            (&unrolled.model, &unrolled.command)
        });
        if let Some(span) = model.second_state(Node::Formula(&command.goal)) {
            let mistake = one_state("a command").at(span, NOTHING_CHANGES);
            return Err(mistake.into());
        }
        let scopes = Scopes::new(model, command, overflow)?;
        let bounds = Bounds::new(model, command, &scopes, effort)?;
        Ok(Question {
            model,
            command,
            traces,
            scopes,
            bounds,
            overflow,
            is_refuted: false,
            tried: None,
            all_tried: MOST_TRIED_AT_ONCE,
        })
    }

    /// The model and the command as they were asked about, where the question is about traces, too.
    pub fn asked(&self) -> (&'m Model, &'m Command) {
        self.traces.map_or((self.model, self.command), |traces| (traces.model, traces.command))
    }

    /// The goal in the form in which it is asked whether there is any instance, perhaps one that only the shortest
    /// satisfy.
    pub fn denied(&self, is_shortest: bool) -> &'m Formula {
        let unrolled = self.traces.map(|traces| traces.unrolled);
        let own = unrolled.filter(|unrolled| std::ptr::eq(&unrolled.command, self.command));
        let shortest = own.and_then(|unrolled| unrolled.shortest.as_ref());
        let denied = own.and_then(|unrolled| unrolled.denied.as_ref());
        shortest.filter(|_| is_shortest).or(denied).unwrap_or(&self.command.goal)
    }

    /// True if a formula quantifies over sets or relations.
    pub fn is_higher_order(&self) -> bool {
        let facts = self.model.facts.iter().map(|fact| &fact.formula);
        let mut formulas = facts.chain([&self.command.goal]);
        formulas.any(|formula| is_higher_order(self.model, formula))
    }

    /// The question for a trace of one state, if it is about traces.
    pub fn in_one_state(&self) -> Option<Question<'m>> {
        let unrolled = self.traces?.unrolled;
        let flags: Vec<Relation> = unrolled.shape().collect();
        let is_of_others = |relation: &Relation| match unrolled.told_by(*relation).1 {
            Time::State(state) => state > 0,
            Time::Shape => flags.contains(relation),
            Time::Always | Time::Ever(_) => false,
        };
        let mut cells = Vec::new();
        for relation in self.bounds.relations().filter(is_of_others) {
            let Bound { lower, upper } = self.bounds.get(relation);
            if !lower.is_empty() {
                return None;
            }
            cells.extend(upper.tuples().map(|tuple| Cell { relation, tuple }));
        }
        Some(self.within(self.bounds.tightened(cells.iter().map(|cell| (cell, false)))))
    }

    /// The same question, knowing more.
    pub fn within(&self, bounds: Bounds) -> Question<'m> {
        let (scopes, tried) = (self.scopes.clone(), self.tried.clone());
        Question { bounds, scopes, tried, ..*self }
    }
}

/// Traces of any number of states are infinitely many.
fn endless_traces(command: &Command) -> Diagnostic {
    let span = command.scope.steps.map_or(command.span, |steps| steps.span);
    Diagnostic::new(
        code::TEMPORAL,
        "traces without a greatest number of states are not listed or counted",
    )
    .at(span, "there may be infinitely many")
    .help("`korrel check` and `korrel find --any` say whether there is one")
    .help("give a greatest number of states: `--steps 10`")
}

/// Warnings about the scope of a question: each sig that may hold more than it says, because its children need it, and
/// what it leaves out.
pub fn scope_warnings(question: &Question<'_>) -> Vec<Diagnostic> {
    question.scopes.warnings(question.model, question.command, question.asked())
}
