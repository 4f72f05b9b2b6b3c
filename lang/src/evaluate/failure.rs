//! Why a formula does not hold: the conjuncts that fail, each with its place.
//!
//! The problem: "the invariant does not hold" sends its author through forty lines of spec. The
//! choice: follow what is conjunctive (conjunctions, called predicates, `let`, the first binding of
//! an `all` for which the body fails) down to the formulas that are not, and name these, with the
//! calls and the bindings that led there. Each conjunct is judged by itself, so all that fail are
//! named. Rejected: to descend into disjunctions and implications too, where each part that fails is
//! only half of a reason.

use std::ops::ControlFlow;

use crate::model::{Declaration, Formula, FormulaKind, FunctionId, Quantifier, Value, VariableId};
use crate::source::Span;
use crate::tuples::TupleSet;

use super::Evaluator;
use super::binding::Content;
use super::overflow::Polarity;

/// A conjunct that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    pub span: Span,
    /// The predicates whose calls led to it, outermost first, and where they are called.
    pub calls: Vec<(FunctionId, Span)>,
    /// Values of `all` variables for which it fails, outermost first.
    pub bindings: Vec<(VariableId, TupleSet)>,
}

impl<'a> Evaluator<'a> {
    /// The conjuncts of a formula that do not hold; none exactly if the formula holds.
    ///
    /// # Panics
    /// As [`Evaluator::formula`].
    pub fn failures(&mut self, formula: &Formula) -> Vec<Failure> {
        match &formula.kind {
            FormulaKind::And(parts) => parts.iter().flat_map(|part| self.failures(part)).collect(),
            FormulaKind::Call(function, arguments) => {
                let mut failures = self.call(*function, arguments, |evaluator, body| match body {
                    Value::Formula(body) => evaluator.failures(body),
                    _ => unreachable!("the resolver lets predicates only be called as formulas"),
                });
                for failure in &mut failures {
                    failure.calls.insert(0, (*function, formula.span));
                }
                failures
            }
            FormulaKind::Let(variable, value, body) => {
                let bound = self.bound_value(value);
                self.with(*variable, bound, |evaluator| evaluator.failures(body))
            }
            FormulaKind::Quantified { quantifier: Quantifier::All, declarations, body } => {
                self.failures_of_binding(declarations, body)
            }
            _ if self.judge(formula, Polarity::Positive) => Vec::new(),
            _ => vec![Failure { span: formula.span, calls: Vec::new(), bindings: Vec::new() }],
        }
    }

    /// Those of the first binding that has any.
    fn failures_of_binding(
        &mut self,
        declarations: &[Declaration],
        body: &Formula,
    ) -> Vec<Failure> {
        let mut found = Vec::new();
        let _ = self.for_each_binding(declarations, true, &mut |evaluator| {
            found = evaluator.failures(body);
            if found.is_empty() {
                return ControlFlow::Continue(());
            }
            let bindings = evaluator.values_of(declarations);
            for failure in &mut found {
                failure.bindings.splice(0..0, bindings.iter().cloned());
            }
            ControlFlow::Break(())
        });
        found
    }

    fn values_of(&self, declarations: &[Declaration]) -> Vec<(VariableId, TupleSet)> {
        let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
        let value = |&variable: &VariableId| match &self.bound(variable).content {
            Content::Relation(set) => (variable, set.clone()),
            _ => unreachable!("a quantifier's variables are relations"),
        };
        variables.map(value).collect()
    }
}
