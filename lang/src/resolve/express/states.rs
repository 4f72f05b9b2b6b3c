//! `e'` and `after F`: in the state after an operation. `` e` ``: in that before it.

use std::rc::Rc;

use crate::ast::{self, Mark};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Formula, FormulaKind, IntExpr, IntExprKind, State};
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
            (PendingNode::Formula(_), Mark::Prime) => self.report(
                Diagnostic::new(code::KIND, "`'` stands after a set or a number")
                    .at(span, "this is a formula")
                    .help("a formula is read there by `after`, as in `after some t.root`"),
            ),
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

    pub(crate) fn after(&mut self, operand: &ast::Expr, span: Span) -> Result<Formula> {
        let formula = Box::new(self.formula(operand)?);
        Ok(Formula { kind: FormulaKind::In(State::After, formula), span })
    }
}
