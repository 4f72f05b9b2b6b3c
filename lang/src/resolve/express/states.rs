//! `e'` and `after F`: in the next state of a trace, or the state after an operation. `` e` ``: in that
//! before it. `always F`, `F until G`, and the like.

use std::rc::Rc;

use crate::ast::{self, BinaryOp, Mark, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::temporal;
use crate::model::{Formula, FormulaKind, IntExpr, IntExprKind, State, TemporalOp};
use crate::resolve::context::node::{PendingKind, PendingNode};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn marked(
        &mut self,
        mark: Mark,
        operand: &ast::Expr,
        span: Span,
    ) -> Result<PendingNode> {
        let state = match mark {
            Mark::Prime => State::After,
            Mark::Backtick => State::Before,
        };
        match (self.node(operand)?, mark) {
            (PendingNode::Formula(_), Mark::Prime) => self.primed_formula(operand.span, span),
            (PendingNode::Formula(formula), Mark::Backtick) => {
                let kind = FormulaKind::In(state, Box::new(formula));
                Ok(PendingNode::Formula(Formula { kind, span }))
            }
            (PendingNode::Partial(partial), _) => self.report(
                Diagnostic::new(code::ARGUMENTS, "a mark stands after the whole call")
                    .at(partial.span, "its arguments stand outside of the mark")
                    .help("put brackets around the call: `(t.nodes)'`, or write `nodes[t]'`"),
            ),
            (PendingNode::Integer(int), _) => {
                let kind = IntExprKind::In(state, Box::new(int));
                Ok(PendingNode::Integer(IntExpr { kind, span }))
            }
            (node, _) => {
                let kind = PendingKind::In(state, Rc::new(self.pending(node)?));
                let typed = self.typed(kind, span).expect("it has the type of its operand");
                Ok(PendingNode::Relation(typed))
            }
        }
    }

    fn primed_formula<T>(&mut self, operand: Span, span: Span) -> Result<T> {
        let text = self.text(operand).filter(|text| text.len() <= 40 && !text.contains('\n'));
        let help = match text {
            Some(text) => format!("a formula is read there by `after`: write `after {text}`"),
            None => "a formula is read there by `after`, as in `after some t.root`".to_owned(),
        };
        self.report(
            Diagnostic::new(code::KIND, "`'` stands after a set or a number")
                .at(span, "this is a formula")
                .help(help),
        )
    }

    /// `after F`, `always F`, and the like.
    pub(crate) fn temporal_unary(
        &mut self,
        op: UnaryOp,
        operand: &ast::Expr,
        span: Span,
    ) -> Result<Formula> {
        let formula = self.formula(operand)?;
        let (op, first) = match op {
            UnaryOp::After => return Ok(Formula { span, ..after(formula) }),
            UnaryOp::Before => {
                let kind = FormulaKind::Previously(Box::new(formula));
                return Ok(Formula { kind, span });
            }
            UnaryOp::Always => (TemporalOp::Releases, false),
            UnaryOp::Eventually => (TemporalOp::Until, true),
            UnaryOp::Historically => (TemporalOp::Triggered, false),
            UnaryOp::Once => (TemporalOp::Since, true),
            _ => unreachable!("the others are not temporal"),
        };
        let first = Formula { kind: FormulaKind::Constant(first), span };
        Ok(temporal(op, first, formula, span))
    }
}

pub(super) fn after(formula: Formula) -> Formula {
    let span = formula.span;
    Formula { kind: FormulaKind::In(State::After, Box::new(formula)), span }
}

/// The operator in the model for one in the source.
pub(super) fn temporal_op(op: BinaryOp) -> TemporalOp {
    match op {
        BinaryOp::Until => TemporalOp::Until,
        BinaryOp::Releases => TemporalOp::Releases,
        BinaryOp::Since => TemporalOp::Since,
        BinaryOp::Triggered => TemporalOp::Triggered,
        _ => unreachable!("the others relate no states"),
    }
}
