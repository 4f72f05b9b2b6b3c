//! Operations on numbers, as nodes.

use crate::model::build::{constant, equal, integer_atom, number_of};
use crate::model::{Comparison, Expr, Formula, FormulaKind, IntExpr, IntExprKind, IntOp};
use crate::resolve::context::node::Node;
use crate::resolve::context::operation::Operation;
use crate::source::Span;

impl Operation {
    pub(crate) fn apply(self, mut operands: Vec<Expr>, span: Span) -> Node {
        if self == Operation::CompareZero(Comparison::Equal, false) {
            // It is written `n = 0`, which compares sets; the others compare numbers.
            let operand = operands.pop().expect("an operation has an operand");
            let kind = equal(operand, integer_atom(constant(0, span), span));
            return Node::Formula(Formula { kind, span });
        }
        let mut operands: Vec<IntExpr> = operands.into_iter().map(number_of).collect();
        let last = operands.pop().expect("an operation has an operand");
        let zero = || constant(0, span);
        let (left, right) = match (operands.pop(), self) {
            (Some(first), _) => (first, last),
            (None, Operation::Negate) => (zero(), last),
            (None, _) => (last, zero()),
        };
        match self {
            Operation::Arithmetic(op) => arithmetic(op, left, right, span),
            Operation::Negate => arithmetic(IntOp::Minus, left, right, span),
            Operation::Compare(comparison, swapped)
            | Operation::CompareZero(comparison, swapped) => {
                let (left, right) = if swapped { (right, left) } else { (left, right) };
                Node::Formula(Formula { kind: FormulaKind::Compare(comparison, left, right), span })
            }
        }
    }
}

fn arithmetic(op: IntOp, left: IntExpr, right: IntExpr, span: Span) -> Node {
    let kind = IntExprKind::Binary(op, Box::new(left), Box::new(right));
    Node::Integer(IntExpr { kind, span })
}
