//! The reasons why a formula does not hold: the conjuncts ([`crate::conjuncts`]) that fail, and the
//! values for which they do.
//!
//! Each conjunct is judged by itself, so all that fail are named, each with the first values of the
//! `all` variables above it for which it does.

use std::ops::ControlFlow;

use super::Evaluator;
use super::overflow::Polarity;
use super::value::Content;
use crate::conjuncts::{ConjunctStep, step};
use crate::model::{Declaration, Formula, FormulaKind, FunctionId, VariableId};
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
    /// The expressions on both sides of a comparison, with their values; `None` for a large
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
    fn of(formula: &Formula, sides: Option<[(Span, SideValue); 2]>) -> Failure {
        Failure { span: formula.span, calls: Vec::new(), bindings: Vec::new(), sides }
    }

    /// The places of the calls, then that of the failure itself.
    fn place(&self) -> Vec<Span> {
        self.calls.iter().map(|(_, span)| *span).chain([self.span]).collect()
    }
}

impl<'a> Evaluator<'a> {
    /// The conjuncts of a formula that do not hold; none exactly if the formula holds.
    ///
    /// # Panics
    /// As [`Evaluator::formula`].
    pub fn failures(&mut self, formula: &Formula) -> Vec<Failure> {
        self.begin([formula.into()]);
        self.failing(formula)
    }

    fn failing(&mut self, formula: &Formula) -> Vec<Failure> {
        if let Some(verdict) = self.beyond(formula) {
            return if verdict { Vec::new() } else { vec![Failure::of(formula, None)] };
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
                let sides = self.sides(formula);
                vec![Failure::of(formula, sides)]
            }
        }
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
                let is_same =
                    |other: &Failure| (other.span, &other.calls) == (failure.span, &failure.calls);
                if !found.iter().any(is_same) {
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

    fn values_of(&self, declarations: &[Declaration]) -> Vec<(VariableId, TupleSet)> {
        let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
        let value = |&variable: &VariableId| match &self.bound(variable).content {
            Content::Relation(set) => (variable, (**set).clone()),
            _ => unreachable!("a quantifier's variables are relations"),
        };
        variables.map(value).collect()
    }
}
