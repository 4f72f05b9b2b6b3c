//! Evaluations that are given up rather than tried.
//!
//! A heap may be of any size, and a formula may ask for all pairs of its objects or all sets of them. That is no
//! reason to call the formula violated, nor to take all memory. Values that are tried one by one take no memory,
//! but may take for ever: a caller that has waited enough raises a flag.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::model::{Declaration, Expr, ExprKind, RelationOp};
use crate::source::Span;

use super::Evaluator;

/// A relation that would have more tuples is not made: they take half a gigabyte.
const MOST_TUPLES: usize = 1 << 23;
/// A variable over sets or relations of more tuples has too many values.
const MOST_CHOICES: usize = 16;

/// The thing that was too much: "make a relation of …", and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excess {
    pub span: Span,
    pub what: String,
}

impl<'a> Evaluator<'a> {
    /// From now on what would take too long, or too much memory, is given up: then all answers are
    /// worth nothing, and [`Evaluator::excess`] says why.
    pub fn limited(mut self) -> Self {
        self.is_limited = true;
        self
    }

    /// The evaluation is given up once the flag is raised, too.
    pub fn until(mut self, flag: &'a AtomicBool) -> Self {
        self.flag = Some(flag);
        self
    }

    /// The first thing that was given up.
    pub fn excess(&self) -> Option<&Excess> {
        self.excess.as_ref()
    }

    /// True if a relation of so many tuples can be made.
    pub(super) fn can_hold(&mut self, tuples: usize, span: Span) -> bool {
        if self.is_limited && tuples > MOST_TUPLES {
            self.give_up(span, format!("make a relation of more than {MOST_TUPLES} tuples"));
        }
        self.excess.is_none()
    }

    /// True if all values of a declaration's variables can be tried.
    pub(super) fn can_try(&mut self, declaration: &Declaration) -> bool {
        if self.is_limited && !declaration.range.is_one() {
            let each = self.tuples_of_product(declaration.range.domain());
            let tuples = each.saturating_mul(declaration.variables.len());
            if tuples > MOST_CHOICES {
                self.give_up(declaration.span, format!("try 2^{tuples} sets or relations"));
            }
        }
        self.excess.is_none()
    }

    /// True if the next value of a declaration's variable should be tried.
    pub(super) fn can_go_on(&mut self, declaration: &Declaration) -> bool {
        if self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.give_up(declaration.span, "go on after it was stopped".to_owned());
        }
        self.excess.is_none()
    }

    /// The number of tuples of a relation. That of a product is found without making it.
    fn tuples_of_product(&mut self, expr: &Expr) -> usize {
        match &expr.kind {
            ExprKind::Binary(RelationOp::Product, left, right) => {
                self.tuples_of_product(left).saturating_mul(self.tuples_of_product(right))
            }
            _ => self.tuples(expr).set.len(),
        }
    }

    fn give_up(&mut self, span: Span, what: String) {
        self.excess.get_or_insert(Excess { span, what });
    }
}
