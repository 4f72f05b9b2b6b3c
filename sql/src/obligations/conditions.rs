//! Predicates of conditions, and the conditions of CASE and FILTER.

use sqlparser::ast::{BinaryOperator, Expr, UnaryOperator, Value as Literal};

use crate::parts::{Child, aggregate, children, nested, place};

use super::select::Site;
use super::{Finder, Obligation};

impl Finder<'_> {
    /// A condition of a clause: its predicates, and what stands in them.
    pub(super) fn condition(&mut self, kind: &'static str, whole: &Expr, site: &Site<'_>) {
        let predicates = predicates(whole);
        for (at, predicate) in predicates.iter().enumerate() {
            if matches!(predicate, Expr::Value(_)) {
                continue;
            }
            let decides = (predicates.len() > 1).then(|| decides(whole, at));
            let here = site.guarded(decides);
            let of = || Box::new(nested(predicate.clone()));
            let mut truths = vec![("true", Expr::IsTrue(of())), ("false", Expr::IsFalse(of()))];
            if may_be_unknown(predicate) {
                truths.push(("unknown", Expr::IsNull(of())));
            }
            for (truth, test) in truths {
                self.found.push(Obligation {
                    place: place(predicate),
                    kind,
                    said: format!("{predicate} is {truth}"),
                    query: here.query(test).to_string(),
                });
            }
            self.expression(predicate, &here);
        }
    }

    /// What stands in an expression: subqueries, CASE, and FILTER.
    pub(super) fn expression(&mut self, expr: &Expr, site: &Site<'_>) {
        if let Expr::Case { .. } = expr {
            return self.case(expr, site);
        }
        let within = aggregate(expr).map(|_| site.within_aggregate());
        let site = within.as_ref().unwrap_or(site);
        let mut expr = expr.clone();
        if let Expr::Function(function) = &mut expr
            && let Some(filter) = function.filter.take()
        {
            self.condition("filter", &filter, site);
        }
        children(&mut expr, &mut |child| match child {
            Child::Expr(inner) => self.expression(inner, site),
            Child::Query(query, _) => {
                self.query(query, site.around.visible.as_ref(), None, Some(site));
            }
        });
    }

    fn case(&mut self, case: &Expr, site: &Site<'_>) {
        let Expr::Case { operand, conditions, else_result, .. } = case else { return };
        operand.iter().for_each(|operand| self.expression(operand, site));
        let mut before: Vec<Expr> = Vec::new();
        for when in conditions {
            let condition = match operand {
                None => when.condition.clone(),
                Some(operand) => Expr::BinaryOp {
                    left: Box::new(nested(Expr::clone(operand))),
                    op: BinaryOperator::Eq,
                    right: Box::new(nested(when.condition.clone())),
                },
            };
            let here = site.guarded(before.clone());
            let number = self.found.len();
            self.condition("case", &condition, &here);
            if operand.is_some() {
                // The operand stands before all of them.
                let own = place(&when.condition);
                self.found[number..].iter_mut().for_each(|found| found.place = own);
            }
            let of = || Box::new(nested(condition.clone()));
            self.expression(&when.result, &here.guarded([Expr::IsTrue(of())]));
            before.push(Expr::IsNotTrue(of()));
        }
        let rest = site.guarded(before);
        else_result.iter().for_each(|result| self.expression(result, &rest));
    }
}

/// What stands between AND, OR and NOT.
fn predicates(condition: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    each(&mut condition.clone(), &mut |predicate| found.push(predicate.clone()));
    found
}

fn each(condition: &mut Expr, to: &mut dyn FnMut(&mut Expr)) {
    match condition {
        Expr::BinaryOp {
            left,
            op: BinaryOperator::And | BinaryOperator::Or | BinaryOperator::Xor,
            right,
        } => {
            each(left, to);
            each(right, to);
        }
        Expr::Nested(inner)
        | Expr::UnaryOp { op: UnaryOperator::Not, expr: inner }
        | Expr::IsTrue(inner)
        | Expr::IsNotTrue(inner)
        | Expr::IsFalse(inner)
        | Expr::IsNotFalse(inner) => each(inner, to),
        predicate => to(predicate),
    }
}

/// That the condition holds or not as this predicate is true or false.
fn decides(condition: &Expr, predicate: usize) -> Expr {
    let with = |truth: bool| {
        let (mut condition, mut at) = (condition.clone(), 0);
        each(&mut condition, &mut |other| {
            if at == predicate {
                *other = Expr::value(Literal::Boolean(truth));
            }
            at += 1;
        });
        Expr::Nested(Box::new(Expr::IsTrue(Box::new(nested(condition)))))
    };
    let (left, right) = (Box::new(with(true)), Box::new(with(false)));
    Expr::BinaryOp { left, op: BinaryOperator::NotEq, right }
}

/// What is never unknown by what it is.
fn may_be_unknown(predicate: &Expr) -> bool {
    let is_known = matches!(
        predicate,
        Expr::IsNull(_)
            | Expr::IsNotNull(_)
            | Expr::IsUnknown(_)
            | Expr::IsNotUnknown(_)
            | Expr::IsDistinctFrom(..)
            | Expr::IsNotDistinctFrom(..)
            | Expr::Exists { .. }
            | Expr::BinaryOp {
                op: BinaryOperator::Is | BinaryOperator::IsNot | BinaryOperator::Spaceship,
                ..
            }
    );
    !is_known
}
