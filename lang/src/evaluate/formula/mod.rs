//! Formulas.
//!
//! Every arm is a function of its own that is not inlined: formulas nest deeply (a long `else if`, a
//! generated conjunction), and the frame of [`Evaluator::judge`] would else have room for all arms.

mod atomic;
mod failure;

use std::ops::ControlFlow;

use crate::model::{
    Declaration, Expr, Formula, FormulaKind, FunctionId, Quantifier, Value, VariableId,
};
use crate::tuples::TupleSet;

use super::Evaluator;
use super::overflow::Polarity;
use super::value::{Content, Verdicts};

pub use failure::{Failure, SideValue};

impl<'a> Evaluator<'a> {
    /// True if the formula holds, or under negative polarity, if its negation does.
    pub(super) fn judge(&mut self, formula: &Formula, polarity: Polarity) -> bool {
        use Polarity::{Negative, Positive};
        match (&formula.kind, polarity) {
            (FormulaKind::Constant(truth), _) => *truth == (polarity == Positive),
            (FormulaKind::Not(of), _) => self.judge(of, polarity.flipped()),
            (FormulaKind::And(parts), Positive) | (FormulaKind::Or(parts), Negative) => {
                self.all(parts, polarity)
            }
            (FormulaKind::And(parts), Negative) | (FormulaKind::Or(parts), Positive) => {
                self.any(parts, polarity)
            }
            (FormulaKind::Implies(a, b), Positive) => {
                self.judge(a, Negative) || self.judge(b, Positive)
            }
            (FormulaKind::Implies(a, b), Negative) => {
                self.judge(a, Positive) && self.judge(b, Negative)
            }
            (FormulaKind::Iff(a, b), _) => self.iff(a, b, polarity),
            (FormulaKind::Conditional(condition, then, otherwise), _) => {
                self.conditional(condition, then, otherwise, polarity)
            }
            (FormulaKind::Quantified { quantifier, declarations, body }, _) => {
                self.quantified(*quantifier, declarations, body, polarity)
            }
            (FormulaKind::Count(count, expr), _) => self.count(*count, expr, polarity),
            (FormulaKind::Subset(a, b), _) => self.subset(a, b, polarity),
            (FormulaKind::Equal(a, b), _) => self.relate(TupleSet::eq, a, b, polarity),
            (FormulaKind::Compare(how, a, b), _) => self.compare(*how, a, b, polarity),
            (FormulaKind::TotalOrder(operands), _) => self.total_order(operands, polarity),
            (FormulaKind::Let(variable, value, body), _) => {
                self.let_formula(*variable, value, body, polarity)
            }
            (FormulaKind::Variable(variable), _) => self.verdicts_of(*variable).of(polarity),
            (FormulaKind::In(state, of), _) => {
                self.in_state(*state, |evaluator| evaluator.judge(of, polarity))
            }
            (FormulaKind::Call(function, arguments), _) => {
                self.call_formula(*function, arguments, polarity)
            }
        }
    }

    /// Both verdicts.
    #[inline(never)]
    pub(super) fn verdicts(&mut self, formula: &Formula) -> Verdicts {
        let before = self.overflows;
        let holds = self.judge(formula, Polarity::Positive);
        let is_classical = self.overflows == before;
        Verdicts {
            holds,
            fails: if is_classical { !holds } else { self.judge(formula, Polarity::Negative) },
        }
    }

    #[inline(never)]
    fn all(&mut self, parts: &[Formula], polarity: Polarity) -> bool {
        parts.iter().all(|part| self.judge(part, polarity))
    }

    #[inline(never)]
    fn any(&mut self, parts: &[Formula], polarity: Polarity) -> bool {
        parts.iter().any(|part| self.judge(part, polarity))
    }

    /// The two implications.
    #[inline(never)]
    fn iff(&mut self, a: &Formula, b: &Formula, polarity: Polarity) -> bool {
        let (a, b) = (self.verdicts(a), self.verdicts(b));
        match polarity {
            Polarity::Positive => (a.fails || b.holds) && (b.fails || a.holds),
            Polarity::Negative => (a.holds && b.fails) || (b.holds && a.fails),
        }
    }

    /// `(condition => then) and (not condition => otherwise)`.
    #[inline(never)]
    fn conditional(
        &mut self,
        condition: &Formula,
        then: &Formula,
        otherwise: &Formula,
        polarity: Polarity,
    ) -> bool {
        let Verdicts { holds, fails } = self.verdicts(condition);
        match polarity {
            Polarity::Positive => {
                (fails || self.judge(then, polarity)) && (holds || self.judge(otherwise, polarity))
            }
            Polarity::Negative => {
                (holds && self.judge(then, polarity)) || (fails && self.judge(otherwise, polarity))
            }
        }
    }

    /// A quantified formula; its negation is the dual quantifier over the negated body.
    #[inline(never)]
    pub(super) fn quantified(
        &mut self,
        quantifier: Quantifier,
        declarations: &[Declaration],
        body: &Formula,
        polarity: Polarity,
    ) -> bool {
        let is_universal = (quantifier == Quantifier::All) == (polarity == Polarity::Positive);
        let decided =
            self.for_each_binding(declarations, is_universal, &mut |evaluator| match evaluator
                .judge(body, polarity)
                == is_universal
            {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            });
        decided.is_continue() == is_universal
    }

    #[inline(never)]
    fn let_formula(
        &mut self,
        variable: VariableId,
        value: &Value,
        body: &Formula,
        polarity: Polarity,
    ) -> bool {
        let bound = self.bound_value(value);
        self.with(variable, bound, |evaluator| evaluator.judge(body, polarity))
    }

    fn verdicts_of(&self, variable: VariableId) -> Verdicts {
        match &self.bound(variable).content {
            Content::Formula(verdicts) => *verdicts,
            _ => unreachable!("the resolver gives a formula's place to a formula only"),
        }
    }

    #[inline(never)]
    fn call_formula(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        polarity: Polarity,
    ) -> bool {
        self.call(function, arguments, |evaluator, body| match body {
            Value::Formula(formula) => evaluator.judge(formula, polarity),
            _ => unreachable!("the resolver lets predicates only be called as formulas"),
        })
    }
}
