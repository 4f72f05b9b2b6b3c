//! Calls of what the language itself has: `Int[e]`, `int[e]`, `sum[e]`, `disj[a, b]` and
//! `pred/totalOrder[s, f, n]`.

use crate::ast;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::build::{disjoint, integer_atom};
use crate::model::{Expr, Formula, FormulaKind, IntExpr, Sig, Type};
use crate::resolve::context::node::{Callee, Partial, PendingNode};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    /// `Int[e]`, `int[e]` or `sum[e]`; the constant stands at `at`.
    pub(crate) fn cast(
        &mut self,
        constant: ast::Constant,
        at: Span,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<PendingNode> {
        let [argument] = arguments else {
            return self.report(
                Diagnostic::new(code::ARGUMENTS, "a conversion takes one argument")
                    .at(at, format!("{} are given", arguments.len())),
            );
        };
        let node = self.node(argument)?;
        if constant == ast::Constant::Int && !matches!(node, PendingNode::Integer(_)) {
            // As in Alloy, a set of integers is what it is asked to be already.
            let set = self.set_of_integers(node)?;
            return Ok(PendingNode::done(Expr { span, ..set }, Type::of(Sig::INT)));
        }
        let int = IntExpr { span, ..self.integer(node)? };
        if constant != ast::Constant::Int {
            return Ok(PendingNode::Integer(int));
        }
        Ok(PendingNode::done(integer_atom(int, span), Type::of(Sig::INT)))
    }

    /// `disj[…]` or `pred/totalOrder[…]`, with all the arguments in one box.
    pub(crate) fn special(
        &mut self,
        callee: Callee,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<PendingNode> {
        let arguments =
            arguments.iter().map(|argument| self.node(argument)).collect::<Result<Vec<_>>>()?;
        self.complete(Partial { callee, arguments, span })
    }

    /// `disj[a, b, c]`: each shares nothing with those before it.
    pub(crate) fn disjointness(&mut self, partial: Partial) -> Result<PendingNode> {
        let span = partial.span;
        let mut arguments = Vec::new();
        for argument in partial.arguments {
            arguments.push(self.pending(argument)?);
        }
        // The possible tuples of one of them matter to the others.
        let types = arguments.iter().map(|argument| argument.ty.clone());
        let relevant = types.reduce(|a, b| self.type_of_union(&a, &b).unwrap_or(a));
        let relevant = relevant.unwrap_or_default();
        let mut seen: Vec<Expr> = Vec::new();
        let mut parts = Vec::new();
        for argument in arguments {
            let set = self.finish(argument, &relevant)?;
            if let Some(first) = seen.first()
                && first.arity != set.arity
            {
                return self.arity_mismatch("disj", first.arity, set.arity, span);
            }
            parts.extend(seen.iter().map(|earlier| disjoint(earlier.clone(), set.clone(), span)));
            seen.push(set);
        }
        Ok(PendingNode::Formula(Formula { kind: FormulaKind::And(parts), span }))
    }

    pub(crate) fn total_order(&mut self, partial: Partial) -> Result<PendingNode> {
        let span = partial.span;
        let mut arguments = Vec::new();
        for argument in partial.arguments {
            arguments.push(self.pending(argument)?);
        }
        let of_set = arguments[0].ty.of_arity(1);
        let of_next = of_set.product(&of_set);
        let mut sets = Vec::new();
        for (argument, relevant) in arguments.into_iter().zip([&of_set, &of_set, &of_next]) {
            sets.push(self.finish(argument, relevant)?);
        }
        let sets: [Expr; 3] = sets.try_into().expect("three arguments");
        if [sets[0].arity, sets[1].arity, sets[2].arity] != [1, 1, 2] {
            return self.report(
                Diagnostic::new(code::ARITY, "`pred/totalOrder` takes two sets and a relation")
                    .at(span, "as in `pred/totalOrder[elem, first, next]`"),
            );
        }
        let kind = FormulaKind::TotalOrder(Box::new(sets));
        Ok(PendingNode::Formula(Formula { kind, span }))
    }
}
