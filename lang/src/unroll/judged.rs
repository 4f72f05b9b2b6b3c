//! Formulas of the beginning of a trace. Nothing is known after its last state.
//!
//! `evaluate/beginning.rs` says what they mean. Here the same meaning is said again, in formulas of one instance. A
//! formula is copied with its polarity, so negations stand before comparisons only. A formula that reaches beyond the
//! last state is a constant. It is true in the weak view, for facts and run formulas, and false in the strong one, for
//! a negated assertion. The open view is of no answer's: a trace that goes on for ever begins so, and what nothing
//! begins with, no trace is.

use super::Unroller;
use super::moments::Moment;
use super::operators::UnwoundOperator;
use super::reading::NameReading;
use crate::model::build::negated;
use crate::model::{Expr, Formula, FormulaKind, Quantifier, TemporalOp, Value};

/// The traces that are asked for, and how a formula about them is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum JudgedView {
    /// Infinite ones: there is nothing beyond.
    Infinite,
    Weak,
    Strong,
    /// As the weak one, but promises that are still open are kept beyond.
    Open,
}

impl<'m> Unroller<'m> {
    /// The copy of a formula, or under negative polarity of its negation.
    pub fn judged(&mut self, formula: &'m Formula, reading: &NameReading<'m>) -> FormulaKind {
        use FormulaKind as F;
        let span = formula.span;
        let of = |kind| Formula { kind, span };
        let is_positive = reading.is_positive;
        let junction = |is_and: bool, parts| if is_and { F::And(parts) } else { F::Or(parts) };
        match &formula.kind {
            F::Constant(truth) => F::Constant(*truth == is_positive),
            F::Not(inner) => self.formula(inner, &reading.negated()).kind,
            F::And(parts) => junction(is_positive, self.formulas(parts, reading)),
            F::Or(parts) => junction(!is_positive, self.formulas(parts, reading)),
            F::Implies(a, b) => {
                let parts = vec![self.formula(a, &reading.negated()), self.formula(b, reading)];
                junction(!is_positive, parts)
            }
            F::Iff(a, b) => {
                let ways = [[a, b], [b, a]].map(|[one, other]| {
                    // Not the one, or the other. Its negation is the one, and not the other.
                    let one = self.formula(one, &reading.negated());
                    of(junction(!is_positive, vec![one, self.formula(other, reading)]))
                });
                junction(is_positive, ways.into())
            }
            F::Conditional(condition, then, otherwise) => {
                let holds = self.formula(condition, &reading.asserted(true));
                let fails = self.formula(condition, &reading.asserted(false));
                let (first, second) = if is_positive { (fails, holds) } else { (holds, fails) };
                let ways = [(first, then), (second, otherwise)].map(|(first, branch)| {
                    of(junction(!is_positive, vec![first, self.formula(branch, reading)]))
                });
                junction(is_positive, ways.into())
            }
            F::Quantified { quantifier, declarations, body } => {
                self.comparisons += 1;
                let (declared, is_beyond) =
                    self.looking_beyond(|unroller| unroller.declarations(declarations, reading));
                self.comparisons -= 1;
                if is_beyond {
                    return self.beyond();
                }
                let (declarations, within) = declared;
                let body = Box::new(self.formula(body, &within));
                let quantifier = match (quantifier, is_positive) {
                    (quantifier, true) => *quantifier,
                    (Quantifier::All, false) => Quantifier::Some,
                    (Quantifier::Some, false) => Quantifier::All,
                };
                F::Quantified { quantifier, declarations, body }
            }
            F::Count(..) | F::Subset(..) | F::Equal(..) | F::Compare(..) | F::TotalOrder(_) => {
                self.comparisons += 1;
                let positive = reading.asserted(true);
                let (kind, is_beyond) =
                    self.looking_beyond(|unroller| unroller.comparison(formula, &positive));
                self.comparisons -= 1;
                match (is_beyond, is_positive) {
                    (true, _) => self.beyond(),
                    (false, true) => kind,
                    (false, false) => F::Not(Box::new(of(kind))),
                }
            }
            F::Call(function, arguments) => match self.copied(*function, arguments, reading) {
                Some(copy) => {
                    let call = F::Call(copy, self.relations(arguments, reading));
                    if is_positive { call } else { negated(of(call)).kind }
                }
                None => self.inlined(*function, arguments, reading),
            },
            F::In(_, inner) => match reading.next[0].is_beyond() {
                true => self.beyond(),
                false => self.formula(inner, &reading.after()).kind,
            },
            F::Previously(_) | F::Temporal(..) if reading.now.is_beyond() => self.beyond(),
            F::Previously(inner) => match self.shape.previous(reading.now).pop() {
                None => F::Constant(!is_positive),
                Some((_, before)) if self.comparisons > 0 => {
                    self.formula(inner, &reading.back_to(before)).kind
                }
                Some((_, before)) => {
                    self.holds(inner, before, &reading.environment, is_positive).kind
                }
            },
            F::Temporal(op, sides) => {
                self.judged_operator(op.judged(is_positive), formula, sides, reading)
            }
            F::Let(..) | F::Variable(_) => self.named(formula, reading),
        }
    }

    /// The verdict on what reaches beyond the last state. A comparison around it reaches beyond, too.
    fn beyond(&mut self) -> FormulaKind {
        self.is_beyond = true;
        FormulaKind::Constant(self.view != JudgedView::Strong)
    }

    /// What is copied, and whether it reads something beyond the last state.
    fn looking_beyond<T>(&mut self, copy: impl FnOnce(&mut Self) -> T) -> (T, bool) {
        let outer = std::mem::replace(&mut self.is_beyond, false);
        let copied = copy(self);
        let is_beyond = self.is_beyond;
        // Within another comparison it is for that one to say.
        self.is_beyond = outer || (self.comparisons > 1 && is_beyond);
        (copied, is_beyond)
    }

    fn judged_operator(
        &mut self,
        op: TemporalOp,
        formula: &'m Formula,
        sides: &'m [Formula; 2],
        reading: &NameReading<'m>,
    ) -> FormulaKind {
        let ([first, second], environment) = (sides, &reading.environment);
        if !op.is_past() && self.comparisons > 0 {
            let primes =
                [first, second].map(|side| self.traits_under(side.into(), environment).primes);
            if matches!(self.view, JudgedView::Strong | JudgedView::Open) {
                return self.beyond();
            }
            // At the last state of all.
            let next = vec![Moment::BEYOND; primes[0].max(primes[1])].into();
            let at_last = NameReading { next, ..reading.clone() };
            let (_, is_beyond) = self.looking_beyond(|unroller| {
                [first, second].map(|side| unroller.formula(side, &at_last))
            });
            if is_beyond {
                return self.beyond();
            }
        }
        let at_end = match op {
            TemporalOp::Until => self.view == JudgedView::Open,
            TemporalOp::Since => false,
            TemporalOp::Triggered => true,
            TemporalOp::Releases => self.view != JudgedView::Strong,
        };
        self.unwound(UnwoundOperator { op, formula, sides, rounds: 0, at_end }, reading)
    }

    /// The moments before one within a comparison of a beginning are read together with those that lead from them to it.
    pub fn is_read_back(&self, op: TemporalOp) -> bool {
        op.is_past() && self.comparisons > 0 && self.view != JudgedView::Infinite
    }

    /// A predicate's body, in which its parameters stand for the arguments.
    pub fn inlined(
        &mut self,
        function: crate::model::FunctionId,
        arguments: &'m [Expr],
        reading: &NameReading<'m>,
    ) -> FormulaKind {
        let within = self.called(function, arguments, &reading.environment);
        match &self.original.functions[function].body {
            Value::Formula(body) => self.formula(body, &reading.under(within)).kind,
            _ => unreachable!("a predicate's body is a formula"),
        }
    }
}

impl TemporalOp {
    /// The operator that a negation makes of it, on the negations of its sides.
    pub(super) fn judged(self, is_positive: bool) -> TemporalOp {
        match self {
            _ if is_positive => self,
            TemporalOp::Until => TemporalOp::Releases,
            TemporalOp::Releases => TemporalOp::Until,
            TemporalOp::Since => TemporalOp::Triggered,
            TemporalOp::Triggered => TemporalOp::Since,
        }
    }
}
