//! The second pass: from candidates to one expression, by the type that matters to the context.
//!
//! A context is a list of products of sigs, the tuples that could make a difference to what stands
//! around the expression. A candidate none of whose tuples is among them cannot be meant.

use super::calls::{alternatives, columns};
use super::node::{Kind, Node, Pending, PendingKind, PendingUnary};
use super::sigs::binary;
use super::{Resolver, Result, TypeOps};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Formula, IntExpr, IntExprKind, RelationOp, Sig, SigId, Type};
use crate::source::Span;

type Product = Vec<SigId>;

impl Resolver<'_> {
    /// A node as a relation that may still hold candidates; numbers become their atoms.
    pub(super) fn pending(&mut self, node: Node) -> Result<Pending> {
        match node {
            Node::Relation(pending) => Ok(pending),
            Node::Integer(int) => {
                let span = int.span;
                let kind = ExprKind::IntegerAtom(Box::new(int));
                Ok(Pending::done(Expr { kind, arity: 1, span }, Type::of(Sig::INT)))
            }
            Node::Choice(candidates, span) => {
                let relational = |node: &Node| matches!(node, Node::Relation(_) | Node::Integer(_));
                let node = self.only(candidates, span, relational, "a set or a relation")?;
                self.pending(node)
            }
            Node::Partial(partial) => self.incomplete(&partial),
            Node::Formula(formula) => {
                self.wrong_kind("a set or a relation", Kind::Formula.describe(), formula.span)
            }
        }
    }

    pub(super) fn relation(&mut self, node: Node) -> Result<Expr> {
        let pending = self.pending(node)?;
        let ty = pending.ty.clone();
        self.finish(pending, &ty)
    }

    /// A relation of one arity, whatever its candidates.
    pub(super) fn relation_with_type(&mut self, node: Node) -> Result<(Expr, Type)> {
        let pending = self.pending(node)?;
        let ty = pending.ty.clone();
        Ok((self.finish(pending, &ty)?, ty))
    }

    /// A node as a number; sets of integers become their sum.
    pub(super) fn integer(&mut self, node: Node) -> Result<IntExpr> {
        match node {
            Node::Integer(int) => Ok(int),
            Node::Choice(candidates, span) => {
                let numeric = |node: &Node| match node {
                    Node::Integer(_) => true,
                    Node::Relation(pending) => pending.ty.arity() == 1,
                    _ => false,
                };
                let node = self.only(candidates, span, numeric, "a number")?;
                self.integer(node)
            }
            Node::Relation(pending) => self.sum_of(pending),
            Node::Partial(partial) => self.incomplete(&partial),
            Node::Formula(formula) => {
                self.wrong_kind("a number", Kind::Formula.describe(), formula.span)
            }
        }
    }

    fn sum_of(&mut self, pending: Pending) -> Result<IntExpr> {
        let integers = Type::of(Sig::INT);
        let is_numeric = alternatives(&pending).iter().any(|ty| self.model.overlaps(ty, &integers));
        let is_none = pending.ty.arity() == 1 && pending.ty.is_empty();
        if !is_numeric && !is_none {
            let found = format!("this has type {}", self.model.describe(&pending.ty));
            return self.report(
                Diagnostic::error(code::KIND, "a number is needed here").at(pending.span, found),
            );
        }
        let span = pending.span;
        let expr = self.finish(pending, &integers)?;
        Ok(match expr.kind {
            ExprKind::IntegerAtom(int) => *int,
            _ => IntExpr { kind: IntExprKind::OfSet(expr), span },
        })
    }

    pub(super) fn formula_of(&mut self, node: Node) -> Result<Formula> {
        match node {
            Node::Formula(formula) => Ok(formula),
            Node::Choice(candidates, span) => {
                let is_formula = |node: &Node| matches!(node, Node::Formula(_));
                let node = self.only(candidates, span, is_formula, "a formula")?;
                self.formula_of(node)
            }
            Node::Partial(partial) => self.incomplete(&partial),
            other => {
                let (span, found) = (other.span(), other.describe());
                self.wrong_kind("a formula", found, span)
            }
        }
    }

    fn only(
        &mut self,
        candidates: Vec<Node>,
        span: Span,
        fits: impl Fn(&Node) -> bool,
        wanted: &str,
    ) -> Result<Node> {
        let mut fitting: Vec<Node> = candidates.into_iter().filter(|node| fits(node)).collect();
        match fitting.len() {
            1 => Ok(fitting.remove(0)),
            0 => self.wrong_kind(wanted, "something else under this name", span),
            _ => self.report(
                Diagnostic::error(code::AMBIGUOUS, "several declarations fit this name")
                    .at(span, "which one is meant?")
                    .help("write the arguments so that only one of them fits, or rename one"),
            ),
        }
    }

    pub(super) fn wrong_kind<T>(&mut self, wanted: &str, found: &str, span: Span) -> Result<T> {
        self.report(
            Diagnostic::error(code::KIND, format!("{wanted} is needed here"))
                .at(span, format!("this is {found}")),
        )
    }

    /// Settles an expression for a context of type `relevant`.
    pub(super) fn finish(&mut self, pending: Pending, relevant: &Type) -> Result<Expr> {
        self.settle(pending, &relevant.products)
    }

    fn settle(&mut self, pending: Pending, relevant: &[Product]) -> Result<Expr> {
        let span = pending.span;
        match pending.kind {
            PendingKind::Done(expr) => Ok(expr),
            PendingKind::Choice(candidates) => self.choose(candidates, relevant, span),
            PendingKind::Unary(op, operand) => self.settle_unary(op, *operand, relevant, span),
            PendingKind::Binary(op, left, right) => {
                let (for_left, for_right) = self.relevance(op, &left, &right, relevant);
                let left = Self::with_stack(|| self.settle(*left, &for_left))?;
                let right = Self::with_stack(|| self.settle(*right, &for_right))?;
                Ok(Expr { span, ..binary(op, left, right) })
            }
        }
    }

    fn settle_unary(
        &mut self,
        op: PendingUnary,
        operand: Pending,
        relevant: &[Product],
        span: Span,
    ) -> Result<Expr> {
        let operand = match op {
            PendingUnary::Transpose => {
                let turned: Vec<Product> =
                    relevant.iter().map(|p| p.iter().rev().copied().collect()).collect();
                self.settle(operand, &turned)?
            }
            // Every tuple can be a step on a path that matters.
            PendingUnary::Closure | PendingUnary::ReflexiveClosure => {
                let all = operand.ty.products.clone();
                self.settle(operand, &all)?
            }
        };
        let operand = Box::new(operand);
        let kind = match op {
            PendingUnary::Transpose => ExprKind::Transpose(operand),
            PendingUnary::Closure => ExprKind::Closure(operand),
            PendingUnary::ReflexiveClosure => ExprKind::ReflexiveClosure(operand),
        };
        Ok(Expr { kind, arity: 2, span })
    }

    fn choose(
        &mut self,
        candidates: Vec<(Pending, u32)>,
        relevant: &[Product],
        span: Span,
    ) -> Result<Expr> {
        let matters = |pending: &Pending| self.meets(&pending.ty.products, relevant);
        let some_matter = candidates.iter().any(|(pending, _)| matters(pending));
        let mut fitting: Vec<(Pending, u32)> =
            candidates.into_iter().filter(|(p, _)| !some_matter || matters(p)).collect();
        let cheapest = fitting.iter().map(|(_, cost)| *cost).min().expect("a choice is not empty");
        fitting.retain(|(_, cost)| *cost == cheapest);
        if fitting.len() == 1 {
            return self.settle(fitting.remove(0).0, relevant);
        }
        let mut diagnostic = Diagnostic::error(code::AMBIGUOUS, "this name is ambiguous")
            .at(span, "several fields of this name fit here")
            .help("say which one by its sig, as in `A <: f`");
        for (candidate, _) in &fitting {
            if let PendingKind::Done(Expr { kind: ExprKind::Field(field), .. }) = candidate.kind {
                let field = &self.model.fields[field];
                let label = format!("a field of `{}`", self.sig_name(field.sig));
                diagnostic = diagnostic.related(field.span, label);
            }
        }
        self.report(diagnostic)
    }

    /// Whether some product of each list share tuples.
    fn meets(&self, a: &[Product], b: &[Product]) -> bool {
        a.iter().any(|p| b.iter().any(|q| self.product_meets(p, q)))
    }

    fn product_meets(&self, p: &Product, q: &Product) -> bool {
        p.len() == q.len() && p.iter().zip(q).all(|(&p, &q)| self.model.meet(p, q) != Sig::NONE)
    }

    /// Which tuples of the operands can matter, when `relevant` ones of the result do.
    fn relevance(
        &self,
        op: RelationOp,
        left: &Pending,
        right: &Pending,
        relevant: &[Product],
    ) -> (Vec<Product>, Vec<Product>) {
        match op {
            RelationOp::Union
            | RelationOp::Difference
            | RelationOp::Intersection
            | RelationOp::Override => (relevant.to_vec(), relevant.to_vec()),
            RelationOp::Product => self.relevance_by(left, right, |p, q| {
                let product = [p.as_slice(), q.as_slice()].concat();
                self.meets(&[product], relevant)
            }),
            RelationOp::Join => self.relevance_by(left, right, |p, q| {
                let joined = [&p[..p.len() - 1], &q[1..]].concat();
                self.model.meet(p[p.len() - 1], q[0]) != Sig::NONE
                    && (joined.is_empty() || self.meets(&[joined], relevant))
            }),
            RelationOp::DomainRestriction => self.relevance_by(left, right, |p, q| {
                self.model.meet(p[0], q[0]) != Sig::NONE
                    && self.meets(std::slice::from_ref(q), relevant)
            }),
            RelationOp::RangeRestriction => self.relevance_by(left, right, |p, q| {
                self.model.meet(p[p.len() - 1], q[0]) != Sig::NONE
                    && self.meets(std::slice::from_ref(p), relevant)
            }),
        }
    }

    fn relevance_by(
        &self,
        left: &Pending,
        right: &Pending,
        matter: impl Fn(&Product, &Product) -> bool,
    ) -> (Vec<Product>, Vec<Product>) {
        let (mut for_left, mut for_right) = (Vec::new(), Vec::new());
        for p in alternatives(left).iter().flat_map(|ty| &ty.products) {
            for q in alternatives(right).iter().flat_map(|ty| &ty.products) {
                if matter(p, q) {
                    for_left.push(p.clone());
                    for_right.push(q.clone());
                }
            }
        }
        (for_left, for_right)
    }

    pub(super) fn arity_mismatch<T>(
        &mut self,
        operator: &str,
        left: usize,
        right: usize,
        span: Span,
    ) -> Result<T> {
        let message = format!("`{operator}` needs both sides to have the same arity");
        self.report(Diagnostic::error(code::ARITY, message).at(
            span,
            format!("the left side is {}, the right side {}", columns(left), columns(right)),
        ))
    }
}
