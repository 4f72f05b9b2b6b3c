//! The second pass: from candidates to one expression, by the type that matters to the context.
//!
//! A context is a list of products of sigs, the tuples that could make a difference to what stands
//! around the expression. A candidate none of whose tuples is among them cannot be meant.

use super::calls::columns;
use super::formulas::number_of;
use super::node::{Kind, Node, Pending, PendingKind, PendingUnary};
use super::sigs::binary;
use super::{Resolver, Result, TypeOps};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, ExprKind, Formula, IntExpr, RelationOp, Sig, SigId, Type};
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
            Node::Choice(choice) => self.chosen_relation(choice, "a set or a relation"),
            Node::Partial(partial) => self.incomplete(&partial),
            Node::Macro(call) => self.incomplete_macro(&call),
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
        let expr = self.relation(node)?;
        let ty = self.final_type(&expr);
        Ok((expr, ty))
    }

    /// A node as a number; sets of integers become their sum.
    pub(super) fn integer(&mut self, node: Node) -> Result<IntExpr> {
        match node {
            Node::Integer(int) => Ok(int),
            Node::Choice(choice) => {
                let pending = self.chosen_relation(choice, "a number")?;
                self.sum_of(pending)
            }
            Node::Relation(pending) => self.sum_of(pending),
            Node::Partial(partial) => self.incomplete(&partial),
            Node::Macro(call) => self.incomplete_macro(&call),
            Node::Formula(formula) => {
                self.wrong_kind("a number", Kind::Formula.describe(), formula.span)
            }
        }
    }

    fn sum_of(&mut self, pending: Pending) -> Result<IntExpr> {
        let integers = Type::of(Sig::INT);
        let is_numeric = self.model.overlaps(&pending.ty, &integers);
        let is_none = pending.ty.has_arity(1) && pending.ty.is_empty();
        if !is_numeric && !is_none {
            let found = format!("this has type {}", self.model.describe(&pending.ty));
            return self.report(
                Diagnostic::error(code::KIND, "a number is needed here")
                    .at(pending.span, found)
                    .help("`#e` is the number of elements of a set; `in` and `=` compare sets"),
            );
        }
        let expr = self.finish(pending, &integers)?;
        Ok(number_of(expr))
    }

    pub(super) fn formula_of(&mut self, node: Node) -> Result<Formula> {
        match node {
            Node::Formula(formula) => Ok(formula),
            Node::Choice(choice) => self.chosen_formula(choice),
            Node::Partial(partial) => self.incomplete(&partial),
            Node::Macro(call) => self.incomplete_macro(&call),
            other => {
                let (span, found) = (other.span(), other.describe());
                self.wrong_kind("a formula", found, span)
            }
        }
    }

    pub(super) fn wrong_kind<T>(&mut self, wanted: &str, found: &str, span: Span) -> Result<T> {
        let diagnostic = Diagnostic::error(code::KIND, format!("{wanted} is needed here"))
            .at(span, format!("this is {found}"));
        self.report(match way_out(wanted, found) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        })
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
                self.warn_of_operation(op, &left, &right, relevant, span);
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
            PendingUnary::Closure | PendingUnary::ReflexiveClosure => {
                let steps = self.steps(&operand.ty, relevant);
                self.settle(operand, &steps)?
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

    /// The pairs of a relation that can be steps on a path from the start of a relevant pair to its
    /// end.
    fn steps(&self, ty: &Type, relevant: &[Product]) -> Vec<Product> {
        let edges: Vec<&Product> = ty.products.iter().filter(|p| p.len() == 2).collect();
        let meet = |a: SigId, b: SigId| self.model.meet(a, b) != Sig::NONE;
        // The edges that are reached from a sig, over the others.
        let reached = |start: SigId, from: usize, to: usize| {
            let mut seen: Vec<bool> = edges.iter().map(|edge| meet(start, edge[from])).collect();
            loop {
                let step = (0..edges.len()).find(|&next| {
                    !seen[next]
                        && (0..edges.len())
                            .any(|at| seen[at] && meet(edges[at][to], edges[next][from]))
                });
                match step {
                    Some(next) => seen[next] = true,
                    None => return seen,
                }
            }
        };
        let mut on_path = vec![false; edges.len()];
        for pair in relevant.iter().filter(|pair| pair.len() == 2) {
            let (ahead, behind) = (reached(pair[0], 0, 1), reached(pair[1], 1, 0));
            for (at, on_path) in on_path.iter_mut().enumerate() {
                *on_path |= ahead[at] && behind[at];
            }
        }
        edges
            .iter()
            .zip(on_path)
            .filter(|(_, on_path)| *on_path)
            .map(|(e, _)| (*e).clone())
            .collect()
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
        if let Some(arity) = empty_alike(&fitting) {
            return Ok(Expr { kind: ExprKind::Empty, arity, span });
        }
        let candidates: Vec<&Pending> = fitting.iter().map(|(candidate, _)| candidate).collect();
        self.ambiguous(&candidates, span)
    }

    fn ambiguous<T>(&mut self, candidates: &[&Pending], span: Span) -> Result<T> {
        let mut diagnostic = Diagnostic::error(code::AMBIGUOUS, "this name is ambiguous")
            .at(span, "several declarations of this name fit here");
        let mut ways = Vec::new();
        for candidate in candidates {
            let Some(named) = named(candidate) else { continue };
            let (declared, label, way) = match *named {
                ExprKind::Field(field) => {
                    let field = &self.model.fields[field];
                    let owner = self.sig_name(field.sig);
                    let way = format!("`{owner} <: {}`", field.name);
                    (field.span, format!("a field of `{owner}`"), way)
                }
                ExprKind::Sig(sig) => {
                    let sig = &self.model.sigs[sig];
                    let own = if sig.path == sig.name { "this/" } else { "" };
                    (sig.span, "a sig".to_string(), format!("`{own}{}`", sig.path))
                }
                ExprKind::Call(function, _) => {
                    let span = self.model.functions[function].span;
                    let way = "the module's alias before its name".to_string();
                    (span, "a function".to_string(), way)
                }
                _ => continue,
            };
            diagnostic = diagnostic.related(declared, label);
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        self.report(match ways.is_empty() {
            true => diagnostic,
            false => diagnostic.help(format!("say which one is meant: {}", ways.join(" or "))),
        })
    }

    /// Whether some product of each list share tuples.
    pub(super) fn meets(&self, a: &[Product], b: &[Product]) -> bool {
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
        for p in &left.ty.products {
            for q in &right.ty.products {
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
        let sides =
            format!("the left side is {}, the right side {}", columns(left), columns(right));
        self.report(Diagnostic::error(code::ARITY, message).at(span, sides).help(
            "`x.f` is what the relation `f` gives for `x`, and has one column less than `f`; `a -> b` \
             has the columns of both",
        ))
    }
}

/// What a candidate refers to; of `this.f` and `x.f`, that is `f`.
fn named(candidate: &Pending) -> Option<&ExprKind> {
    match &candidate.kind {
        PendingKind::Done(expr) => match &expr.kind {
            ExprKind::Binary(RelationOp::Join, _, field) => Some(&field.kind),
            kind => Some(kind),
        },
        PendingKind::Binary(RelationOp::Join, _, right) => named(right),
        _ => None,
    }
}

/// The arity of candidates that are all empty and of one arity: which one is meant does not matter.
fn empty_alike(candidates: &[(Pending, u32)]) -> Option<usize> {
    let arity = candidates[0].0.ty.arity();
    let is_alike = |ty: &Type| ty.is_empty() && ty.products.iter().all(|p| p.len() == arity);
    candidates.iter().all(|(candidate, _)| is_alike(&candidate.ty)).then_some(arity)
}

/// How one kind of expression is made of another.
fn way_out(wanted: &str, found: &str) -> Option<&'static str> {
    match (wanted, found) {
        ("a formula", "a number") => Some("a formula compares it with another, as in `#e > 0`"),
        ("a formula", _) => Some(
            "`some e` says that a set is not empty; `&` and `+` are the intersection and the union \
             of sets, `->` their product",
        ),
        (_, "a formula") => Some(
            "a formula holds or does not: formulas are joined by `and`, `or`, `=>`; the set of those \
             for which one holds is `{ x: A | … }`",
        ),
        _ => None,
    }
}
