//! The reasons why a formula does not hold: the conjuncts ([`crate::conjuncts`]) that fail, and the
//! values for which they do.
//!
//! Each conjunct is judged by itself, so all that fail are named. Each comes with the first values
//! of the `all` variables above it for which it fails, and in a trace with the first state in which
//! it fails.

use std::ops::ControlFlow;

use super::Evaluator;
use super::overflow::Polarity;
use super::value::Content;
use crate::conjuncts::{ConjunctStep, step};
use crate::model::{Declaration, Formula, FormulaKind, FunctionId, TemporalOp, VariableId};
use crate::source::Span;
use crate::tuples::TupleSet;

/// A conjunct that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub span: Span,
    /// The predicates whose calls led to it, outermost first, and where they are called.
    pub calls: Vec<(FunctionId, Span)>,
    /// Values of `all` variables for which it fails, outermost first.
    pub bindings: Vec<(VariableId, TupleSet)>,
    /// The number of the state in which it fails, the first such one below an `always`, or `None` where
    /// no trace is read.
    pub state: Option<usize>,
    /// The expressions on both sides of a comparison, with their values, or `None` for a large
    /// instance, where a value might be all pairs of its atoms.
    pub sides: Option<[(Span, SideValue); 2]>,
}

/// The value of a side of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SideValue {
    Relation(TupleSet),
    Integer(i64),
}

impl Failure {
    /// The places of the calls, then that of the failure itself.
    fn place(&self) -> Vec<Span> {
        self.calls.iter().map(|(_, span)| *span).chain([self.span]).collect()
    }

    fn is_like(&self, other: &Failure) -> bool {
        (self.span, &self.calls) == (other.span, &other.calls)
    }
}

/// The formula that an `always` says of all states.
fn always(formula: &Formula) -> Option<&Formula> {
    let FormulaKind::Temporal(TemporalOp::Releases, sides) = &formula.kind else { return None };
    let [end, body] = &**sides;
    matches!(end.kind, FormulaKind::Constant(false)).then_some(body)
}

impl<'a> Evaluator<'a> {
    /// The conjuncts of a formula that do not hold. There are none exactly if the formula holds.
    ///
    /// # Panics
    /// As [`Evaluator::formula`].
    pub fn failures(&mut self, formula: &Formula) -> Vec<Failure> {
        self.begin([formula.into()]);
        self.failing(formula)
    }

    fn failing(&mut self, formula: &Formula) -> Vec<Failure> {
        if let Some(verdict) = self.beyond(formula) {
            return if verdict { Vec::new() } else { vec![self.failure(formula, None)] };
        }
        match step(self.model, formula) {
            ConjunctStep::And(parts) => parts.iter().flat_map(|part| self.failing(part)).collect(),
            ConjunctStep::Call(function, arguments, body) => {
                let mut failures =
                    self.call(function, arguments, |evaluator, _| evaluator.failing(body));
                for failure in &mut failures {
                    failure.calls.insert(0, (function, formula.span));
                }
                failures
            }
            ConjunctStep::Let(variable, value, body) => {
                let bound = self.bound_value(value);
                self.with(variable, bound, |evaluator| evaluator.failing(body))
            }
            ConjunctStep::In(state, body) => {
                self.in_state(state, |evaluator| evaluator.failing(body))
            }
            ConjunctStep::All(declarations, body) => self.failing_below(declarations, body),
            ConjunctStep::None if self.judge(formula, Polarity::Positive) => Vec::new(),
            ConjunctStep::None => {
                let below = always(formula).map_or(Vec::new(), |body| self.failing_ahead(body));
                // The strong view fails an `always` whose body holds in all states that there are.
                if !below.is_empty() {
                    return below;
                }
                let sides = self.sides(formula);
                vec![self.failure(formula, sides)]
            }
        }
    }

    fn failure(&self, formula: &Formula, sides: Option<[(Span, SideValue); 2]>) -> Failure {
        let (calls, bindings) = (Vec::new(), Vec::new());
        Failure { span: formula.span, calls, bindings, state: self.state_number(), sides }
    }

    fn sides(&mut self, formula: &Formula) -> Option<[(Span, SideValue); 2]> {
        if self.large.is_some() {
            return None;
        }
        match &formula.kind {
            FormulaKind::Equal(a, b) | FormulaKind::Subset(a, b) => {
                Some([a, b].map(|side| {
                    (side.span, SideValue::Relation(self.tuples(side).set.into_owned()))
                }))
            }
            FormulaKind::Compare(_, a, b) => {
                Some([a, b].map(|side| (side.span, SideValue::Integer(self.number(side).value))))
            }
            _ => None,
        }
    }

    /// The conjuncts that fail for some binding, each with the first one.
    fn failing_below(&mut self, declarations: &[Declaration], body: &Formula) -> Vec<Failure> {
        let mut found: Vec<Failure> = Vec::new();
        let _ = self.for_each_binding(declarations, true, &mut |evaluator| {
            for mut failure in evaluator.failing(body) {
                if !found.iter().any(|other| other.is_like(&failure)) {
                    failure.bindings.splice(0..0, evaluator.values_of(declarations));
                    found.push(failure);
                }
            }
            ControlFlow::Continue(())
        });
        // Not by binding, but as they stand in the spec.
        found.sort_by_key(Failure::place);
        found
    }

    /// The conjuncts that fail at some position from here on, each at the first one.
    fn failing_ahead(&mut self, body: &Formula) -> Vec<Failure> {
        let mut found: Vec<Failure> = Vec::new();
        for position in self.ahead() {
            for failure in self.at_position(position, |evaluator| evaluator.failing(body)) {
                if !found.iter().any(|other| other.is_like(&failure)) {
                    found.push(failure);
                }
            }
        }
        found.sort_by_key(Failure::place);
        found
    }

    fn values_of(&self, declarations: &[Declaration]) -> Vec<(VariableId, TupleSet)> {
        let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
        let value = |&variable: &VariableId| match &self.bound(variable).content {
            Content::Relation(set) => (variable, (**set).clone()),
            _ => unreachable!("a quantifier's variables are relations"),
        };
        variables.map(value).collect()
    }
}
