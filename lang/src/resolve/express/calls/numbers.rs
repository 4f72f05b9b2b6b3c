//! Operations on numbers, as nodes.

use crate::model::build::{constant, equal, integer_atom, number_of};
use crate::model::{Comparison, Expr, Formula, FormulaKind, IntExpr, IntExprKind, IntOp};
use crate::resolve::context::node::PendingNode;
use crate::resolve::context::operation::NumberOperation;
use crate::source::Span;

impl NumberOperation {
    pub(crate) fn apply(self, mut operands: Vec<Expr>, span: Span) -> PendingNode {
        if self == NumberOperation::CompareZero(Comparison::Equal, false) {
            // It is written `n = 0`, which compares sets; the others compare numbers.
            let operand = operands.pop().expect("an operation has an operand");
            let kind = equal(operand, integer_atom(constant(0, span), span));
            return PendingNode::Formula(Formula { kind, span });
        }
        let mut operands: Vec<IntExpr> = operands.into_iter().map(number_of).collect();
        let last = operands.pop().expect("an operation has an operand");
        let zero = || constant(0, span);
        let (left, right) = match (operands.pop(), self) {
            (Some(first), _) => (first, last),
            (None, NumberOperation::Negate) => (zero(), last),
            (None, _) => (last, zero()),
        };
        match self {
            NumberOperation::Arithmetic(op) => arithmetic(op, left, right, span),
            NumberOperation::Negate => arithmetic(IntOp::Minus, left, right, span),
            NumberOperation::Compare(comparison, swapped)
            | NumberOperation::CompareZero(comparison, swapped) => {
                let (left, right) = if swapped { (right, left) } else { (left, right) };
                PendingNode::Formula(Formula {
                    kind: FormulaKind::Compare(comparison, left, right),
                    span,
                })
            }
        }
    }
}

fn arithmetic(op: IntOp, left: IntExpr, right: IntExpr, span: Span) -> PendingNode {
    let kind = IntExprKind::Binary(op, Box::new(left), Box::new(right));
    PendingNode::Integer(IntExpr { kind, span })
}
