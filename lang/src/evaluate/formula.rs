//! Formulas.
//!
//! Every arm is a function of its own that is not inlined: formulas nest deeply (a long `else if`, a
//! generated conjunction), and the frame of [`Evaluator::judge`] would else have room for all arms.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::Evaluator;
use super::overflow::{Operand, Polarity};
use super::value::{Content, Tuples, Verdicts};
use crate::integer::Number;
use crate::model::{
    Comparison, Count, Declaration, Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr,
    Node, Quantifier, State, Value, VariableId,
};
use crate::tuples::TupleSet;

pub use super::failure::{Failure, SideValue};

impl<'a> Evaluator<'a> {
    /// True if the formula holds, or under negative polarity, if its negation does.
    pub(super) fn judge(&mut self, formula: &Formula, polarity: Polarity) -> bool {
        use Polarity::{Negative, Positive};
        if let Some(verdict) = self.beyond(formula) {
            return verdict;
        }
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
            (FormulaKind::Variable(variable), _) => self.variable_formula(*variable, polarity),
            (FormulaKind::In(state, of), _) => self.formula_in(*state, of, polarity),
            (FormulaKind::Previously(of), _) => self.previously(of, polarity),
            (FormulaKind::Temporal(op, sides), _) => self.temporal(*op, sides, polarity),
            (FormulaKind::Call(function, arguments), _) => {
                self.call_formula(*function, arguments, polarity)
            }
        }
    }

    /// Both verdicts. For a formula that reaches beyond the beginning of a trace they may be alike.
    #[inline(never)]
    pub(super) fn verdicts(&mut self, formula: &Formula) -> Verdicts {
        let before = self.overflows;
        let holds = self.judge(formula, Polarity::Positive);
        let is_classical = self.overflows == before && self.view().is_none();
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

    /// A quantified formula. Its negation is the dual quantifier over the negated body.
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

    #[inline(never)]
    fn variable_formula(&mut self, variable: VariableId, polarity: Polarity) -> bool {
        match &self.bound(variable).content {
            Content::Formula(verdicts) => verdicts.of(polarity),
            Content::Deferred(deferred) => {
                let deferred = Rc::clone(deferred);
                self.with_deferred(&deferred, |evaluator, value| match value {
                    Value::Formula(formula) => evaluator.judge(formula, polarity),
                    _ => unreachable!("the resolver gives a formula's place to a formula only"),
                })
            }
            _ => unreachable!("the resolver gives a formula's place to a formula only"),
        }
    }

    #[inline(never)]
    fn formula_in(&mut self, state: State, of: &Formula, polarity: Polarity) -> bool {
        self.in_state(state, |evaluator| evaluator.judge(of, polarity))
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

// Atomic formulas: a truth about the values of some operands, which an overflow in one of them
// overrules.

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn count(&mut self, count: Count, expr: &Expr, polarity: Polarity) -> bool {
        if let ExprKind::Comprehension(declarations, body) = &expr.kind
            && declarations.iter().any(|declaration| declaration.atoms().is_none())
        {
            let len = self.values_that_satisfy(declarations, body);
            return of_count(count, len) == (polarity == Polarity::Positive);
        }
        let value = self.tuples(expr);
        let truth = of_count(count, value.set.len());
        self.literal(truth, &[operand(expr, &value)], polarity)
    }

    /// The number of values of `one s: set A | F`, as far as it matters.
    fn values_that_satisfy(&mut self, declarations: &[Declaration], body: &Formula) -> usize {
        let mut number = 0;
        let _ = self.for_each_binding(declarations, false, &mut |evaluator| {
            number += usize::from(evaluator.judge(body, Polarity::Positive));
            if number > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        number
    }

    #[inline(never)]
    pub(super) fn subset(&mut self, a: &Expr, b: &Expr, polarity: Polarity) -> bool {
        if !self.is_lazy(b) {
            return self.relate(TupleSet::is_subset, a, b, polarity);
        }
        let left = self.tuples(a);
        let truth = self.within(&left.set, b) == *left.set;
        self.literal(truth, &[operand(a, &left)], polarity)
    }

    #[inline(never)]
    pub(super) fn relate(
        &mut self,
        related: fn(&TupleSet, &TupleSet) -> bool,
        a: &Expr,
        b: &Expr,
        polarity: Polarity,
    ) -> bool {
        let (left, right) = (self.tuples(a), self.tuples(b));
        let truth = related(&left.set, &right.set);
        self.literal(truth, &[operand(a, &left), operand(b, &right)], polarity)
    }

    #[inline(never)]
    pub(super) fn compare(
        &mut self,
        how: Comparison,
        a: &IntExpr,
        b: &IntExpr,
        polarity: Polarity,
    ) -> bool {
        let (left, right) = (self.number(a), self.number(b));
        let truth = match how {
            Comparison::Equal => left.value == right.value,
            Comparison::Less => left.value < right.value,
            Comparison::LessOrEqual => left.value <= right.value,
        };
        let operand = |term, number: Number| Operand {
            term: Node::Integer(term),
            overflowed: number.overflowed,
        };
        self.literal(truth, &[operand(a, left), operand(b, right)], polarity)
    }

    #[inline(never)]
    pub(super) fn total_order(&mut self, operands: &[Expr; 3], polarity: Polarity) -> bool {
        let [elem, first, next] = operands.each_ref().map(|operand| self.tuples(operand));
        let truth = if elem.set.is_empty() {
            // There is no order of nothing, but of a union.
            self.model.is_union(&operands[0]) && first.set.is_empty() && next.set.is_empty()
        } else {
            is_total_order(&elem.set, &first.set, &next.set)
        };
        let [a, b, c] = operands;
        self.literal(truth, &[operand(a, &elem), operand(b, &first), operand(c, &next)], polarity)
    }
}

fn of_count(count: Count, number: usize) -> bool {
    match count {
        Count::No => number == 0,
        Count::Some => number > 0,
        Count::Lone => number <= 1,
        Count::One => number == 1,
    }
}

fn operand<'e>(expr: &'e Expr, value: &Tuples<'_>) -> Operand<'e> {
    Operand { term: Node::Relation(expr), overflowed: value.overflowed }
}

/// True if `next` leads from `first` through all of `elem`, each element once, and nowhere else.
fn is_total_order(elem: &TupleSet, first: &TupleSet, next: &TupleSet) -> bool {
    let mut reached = TupleSet::empty(elem.atoms(), 1);
    let mut at = first.clone();
    while at.single().is_some() && at.is_subset(elem) && at.is_disjoint(&reached) {
        at.indices().for_each(|atom| reached.insert_index(atom));
        at = at.join(next);
    }
    reached == *elem && next.len() + 1 == elem.len()
}
