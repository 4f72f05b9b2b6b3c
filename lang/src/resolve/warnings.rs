//! What is legal and yet cannot be meant: the remarks that Alloy's type checker makes.

use super::expressions::Column;
use super::{Resolver, TypeOps};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Declaration, Expr, RelationOp, SigId, Type, VariableId};
use crate::source::Span;

impl Resolver<'_> {
    /// Variables of a quantifier that nothing mentions.
    pub(super) fn warn_of_unused(&mut self, declarations: &[Declaration]) {
        let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
        for &variable in variables {
            self.warn_if_unused(variable);
        }
    }

    pub(super) fn warn_if_unused(&mut self, variable: VariableId) {
        if self.used.contains(&variable) {
            return;
        }
        let variable = &self.model.variables[variable];
        let message = format!("the variable `{}` is not used", variable.name);
        let warning = Diagnostic::warning(code::UNUSED, message).at(variable.span, "declared here");
        self.warn(warning);
    }

    /// An operation whose result is empty by its type, or one side of which cannot matter where
    /// only tuples of `relevant` do.
    pub(super) fn warn_of_operation(
        &mut self,
        op: RelationOp,
        left: &Expr,
        right: &Expr,
        relevant: &[Vec<SigId>],
        span: Span,
    ) {
        if self.modules[self.at].is_library || self.expansions > 0 {
            return;
        }
        let (l, r) = (self.final_type(left), self.final_type(right));
        if l.is_empty() || r.is_empty() {
            return;
        }
        let meets = |ty: &Type| self.meets(&ty.products, relevant);
        let is_apart = |a: &Type, b: &Type| self.model.intersection(a, b).is_empty();
        let names = || (self.model.describe(&l), self.model.describe(&r));
        let warning = match op {
            RelationOp::Join if self.model.join(&l, &r).is_some_and(|ty| ty.is_empty()) => {
                let (l, r) = names();
                Diagnostic::warning(code::EMPTY, "this join is always empty")
                    .at(span, format!("no tuple of type {l} meets one of type {r}"))
            }
            RelationOp::Intersection if is_apart(&l, &r) => {
                let (l, r) = names();
                Diagnostic::warning(code::EMPTY, "this intersection is always empty")
                    .at(span, format!("{l} and {r} have nothing in common"))
            }
            RelationOp::DomainRestriction if self.restricted(&r, &l, Column::First).is_empty() => {
                Diagnostic::warning(code::EMPTY, "this restriction is always empty")
                    .at(span, format!("no tuple starts in {}", self.model.describe(&l)))
            }
            RelationOp::RangeRestriction if self.restricted(&l, &r, Column::Last).is_empty() => {
                Diagnostic::warning(code::EMPTY, "this restriction is always empty")
                    .at(span, format!("no tuple ends in {}", self.model.describe(&r)))
            }
            RelationOp::Difference if is_apart(&l, &r) => {
                let (l, r) = names();
                Diagnostic::warning(code::IRRELEVANT, "this difference takes nothing away")
                    .at(right.span, format!("{r} has nothing in common with {l}"))
            }
            RelationOp::Union | RelationOp::Override if !meets(&l) || !meets(&r) => {
                if !meets(&l) && !meets(&r) {
                    return;
                }
                let (side, ty) = if meets(&l) { (right, &r) } else { (left, &l) };
                let ty = self.model.describe(ty);
                Diagnostic::warning(code::IRRELEVANT, "this part of a union cannot matter here").at(
                    side.span,
                    format!("of type {ty}, which what stands around it has no use for"),
                )
            }
            _ => return,
        };
        self.warn(warning);
    }

    /// `=` and `in` between things that have nothing in common.
    pub(super) fn warn_of_comparison(
        &mut self,
        operator: &str,
        left: &Expr,
        right: &Expr,
        span: Span,
    ) {
        let (l, r) = (self.final_type(left), self.final_type(right));
        if l.is_empty() || r.is_empty() || !self.model.intersection(&l, &r).is_empty() {
            return;
        }
        let (l, r) = (self.model.describe(&l), self.model.describe(&r));
        let message = format!("the two sides of this `{operator}` have nothing in common");
        let only = if operator == "=" { "only if both are empty" } else { "only if it is empty" };
        self.warn(
            Diagnostic::warning(code::IRRELEVANT, message)
                .at(span, format!("{l} and {r}: true {only}")),
        );
    }
}
