//! Expressions, bottom-up.

mod binders;
mod choices;
pub(crate) mod formulas;
mod kinds;
pub(crate) mod operators;
pub(crate) mod ranges;
mod relations;
mod sequences;
mod states;

pub(crate) use binders::let_expr;

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{constant, set};
use crate::model::{Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Sig, Type};
use crate::resolve::context::node::{PendingKind, PendingNode};
use crate::resolve::context::place::Local;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn node(&mut self, expr: &ast::Expr) -> Result<PendingNode> {
        let node = Self::with_stack(|| self.node_here(expr))?;
        self.note_value(expr.span, &node);
        Ok(node)
    }

    fn node_here(&mut self, expr: &ast::Expr) -> Result<PendingNode> {
        use ast::ExprKind as E;
        let span = expr.span;
        match &expr.kind {
            E::Name(name) => self.name(name, span),
            E::At(name) => self.at_name(name, span),
            E::Number(number) => Ok(PendingNode::Integer(constant(*number, span))),
            E::String(text) => {
                let expr = Expr { kind: ExprKind::String(text.clone()), arity: 1, span };
                Ok(PendingNode::done(expr, Type::of(Sig::STRING)))
            }
            E::Constant(constant) => self.constant(*constant, span),
            E::Unary(op, operand) => self.unary(*op, operand, span),
            E::Binary(op, left, right) => self.binary(*op, left, right, span),
            E::Arrow(arrow) => self.arrow(arrow, span),
            // A block with one expression in it is that expression, be it a set or a number.
            E::Block(parts) if parts.len() == 1 => self.node(&parts[0]).map(|n| self.operand(n)),
            E::Compare { .. } | E::Block(_) => self.formula(expr).map(PendingNode::Formula),
            E::Quantified(ast::Quantifier::Sum, declarations, body) => {
                self.sum(declarations, body, span)
            }
            E::Quantified(..) => self.formula(expr).map(PendingNode::Formula),
            E::Conditional(condition, then, otherwise) => {
                self.conditional(condition, then, otherwise, span)
            }
            E::Box(target, arguments) => self.box_join(target, arguments, span),
            E::Comprehension(declarations, body) => {
                self.comprehension(declarations, body.as_deref(), span)
            }
            E::Let(bindings, body) => self.let_node(bindings, span, |resolver| resolver.node(body)),
            E::Marked(mark, operand) => self.marked(*mark, operand, span),
        }
    }

    fn constant(&mut self, constant: ast::Constant, span: Span) -> Result<PendingNode> {
        use ast::Constant as C;
        let int = |kind| Ok(PendingNode::Integer(IntExpr { kind, span }));
        let sig = |sig| Ok(PendingNode::done(set(sig, span), Type::of(sig)));
        match constant {
            C::None => {
                let expr = Expr { kind: ExprKind::Empty, arity: 1, span };
                Ok(PendingNode::done(expr, Type::empty(1)))
            }
            C::Univ => sig(Sig::UNIVERSE),
            C::Iden => {
                let expr = Expr { kind: ExprKind::Identity, arity: 2, span };
                Ok(PendingNode::done(expr, Type::any(2)))
            }
            C::Int => sig(Sig::INT),
            C::SeqInt => sig(Sig::SEQ_INT),
            C::String => sig(Sig::STRING),
            C::This => self.this_name(span),
            C::Least => int(IntExprKind::Least),
            C::Greatest => int(IntExprKind::Greatest),
            C::Next => {
                let expr = Expr { kind: ExprKind::NextInteger, arity: 2, span };
                Ok(PendingNode::done(expr, Type { products: vec![vec![Sig::INT, Sig::INT]] }))
            }
            C::IntCast | C::SumCast | C::Disj | C::TotalOrder => self.report(
                Diagnostic::new(code::SYNTAX, "arguments in brackets are missing")
                    .at(span, "as in `disj[a, b]` or `int[e]`"),
            ),
        }
    }

    fn this_name(&mut self, span: Span) -> Result<PendingNode> {
        match self.place.local("this") {
            Some(&Local::Variable(this)) => Ok(self.local(this, span)),
            _ => self.report(
                Diagnostic::new(code::UNKNOWN_NAME, "there is no `this` here")
                    .at(span, "only sigs and predicates with a receiver have one")
                    .help("elsewhere a variable is declared: `all x: A | …`"),
            ),
        }
    }

    fn conditional(
        &mut self,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Result<PendingNode> {
        let condition = Box::new(self.formula(condition)?);
        let is_number = self.is_bare_number(then);
        let (then, mut otherwise) = (self.node(then)?, self.node(otherwise)?);
        let may_be_number = |ty: Type| self.model.overlaps(&ty, &Type::of(Sig::INT));
        if is_number && self.type_of(&otherwise).is_some_and(may_be_number) {
            // As in Alloy, a set of integers is added up here.
            otherwise = PendingNode::Integer(self.integer(otherwise)?);
        }
        match (&then, &otherwise) {
            (PendingNode::Formula(_), _) | (_, PendingNode::Formula(_)) => {
                let then = Box::new(self.formula_of(then)?);
                let otherwise = Box::new(self.formula_of(otherwise)?);
                let kind = FormulaKind::Conditional(condition, then, otherwise);
                Ok(PendingNode::Formula(Formula { kind, span }))
            }
            (PendingNode::Integer(_), PendingNode::Integer(_)) => {
                let then = Box::new(self.integer(then)?);
                let otherwise = Box::new(self.integer(otherwise)?);
                let kind = IntExprKind::Conditional(condition, then, otherwise);
                Ok(PendingNode::Integer(IntExpr { kind, span }))
            }
            _ => {
                let (then, otherwise) = (self.pending(then)?, self.pending(otherwise)?);
                let (l, r) = (then.ty.arity(), otherwise.ty.arity());
                let kind = PendingKind::Conditional(condition, then.into(), otherwise.into());
                match self.typed(kind, span) {
                    Some(pending) => Ok(PendingNode::Relation(pending)),
                    None => self.arity_mismatch("else", l, r, span),
                }
            }
        }
    }
}
