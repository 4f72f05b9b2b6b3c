//! Warnings about legal forms that cannot be meant: the remarks that Alloy's type checker makes.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Declaration, Expr, RelationOp, Type, VariableId};
use crate::resolve::context::Resolver;
use crate::source::Span;

impl Resolver<'_> {
    /// Variables of a quantifier that nothing mentions.
    pub(crate) fn warn_of_unused(&mut self, declarations: &[Declaration]) {
        let variables = declarations.iter().flat_map(|declaration| &declaration.variables);
        for &variable in variables {
            self.warn_if_unused(variable);
        }
    }

    pub(crate) fn warn_if_unused(&mut self, variable: VariableId) {
        if self.used.contains(&variable) {
            return;
        }
        let variable = &self.model.variables[variable];
        let message = format!("the variable `{}` is not used", variable.name);
        let warning = Diagnostic::new(code::UNUSED, message).at(variable.span, "declared here");
        self.warn(warning);
    }

    /// An operation whose result is empty by its type, or one side of which cannot matter where
    /// only tuples of `relevant` do.
    pub(crate) fn warn_of_operation(
        &mut self,
        op: RelationOp,
        left: &Expr,
        right: &Expr,
        relevant: &Type,
        span: Span,
    ) {
        if self.modules[self.place.module].is_library || self.place.expansions > 0 {
            return;
        }
        if let Some(warning) = self.remark(op, left, right, relevant, span) {
            self.warn(warning);
        }
    }

    fn remark(
        &self,
        op: RelationOp,
        left: &Expr,
        right: &Expr,
        relevant: &Type,
        span: Span,
    ) -> Option<Diagnostic> {
        let (l, r) = (self.final_type(left), self.final_type(right));
        if l.is_empty() || r.is_empty() {
            return None;
        }
        match op {
            RelationOp::Union | RelationOp::Override => {
                let meets = |ty: &Type| self.meets(ty, relevant);
                match (meets(&l), meets(&r)) {
                    (true, false) => Some(self.irrelevant_part(&r, right.span)),
                    (false, true) => Some(self.irrelevant_part(&l, left.span)),
                    _ => None,
                }
            }
            RelationOp::Difference => self.vain_difference(&l, &r, right.span),
            _ => self.empty_result(op, &l, &r, span),
        }
    }

    fn irrelevant_part(&self, ty: &Type, span: Span) -> Diagnostic {
        let ty = self.model.describe(ty);
        Diagnostic::new(code::IRRELEVANT, "this part of a union cannot matter here").at(
            span,
            format!("has type {ty}, which cannot match anything in the surrounding expression"),
        )
    }

    fn vain_difference(&self, l: &Type, r: &Type, right: Span) -> Option<Diagnostic> {
        if !self.model.intersection(l, r).is_empty() {
            return None;
        }
        let (l, r) = (self.model.describe(l), self.model.describe(r));
        let warning = Diagnostic::new(code::IRRELEVANT, "this difference takes nothing away")
            .at(right, format!("{r} has nothing in common with {l}"));
        Some(warning)
    }

    fn empty_result(&self, op: RelationOp, l: &Type, r: &Type, span: Span) -> Option<Diagnostic> {
        let result = match op {
            RelationOp::Join => self.model.join(l, r)?,
            RelationOp::Intersection => self.model.intersection(l, r),
            RelationOp::DomainRestriction => self.model.domain_restriction(l, r),
            RelationOp::RangeRestriction => self.model.range_restriction(l, r),
            _ => return None,
        };
        if !result.is_empty() {
            return None;
        }
        let (l, r) = (self.model.describe(l), self.model.describe(r));
        let (what, why) = match op {
            RelationOp::Join => ("join", format!("no tuple of type {l} meets one of type {r}")),
            RelationOp::Intersection => {
                ("intersection", format!("{l} and {r} have nothing in common"))
            }
            RelationOp::DomainRestriction => ("restriction", format!("no tuple starts in {l}")),
            _ => ("restriction", format!("no tuple ends in {r}")),
        };
        let message = format!("this {what} is always empty");
        Some(Diagnostic::new(code::EMPTY, message).at(span, why))
    }

    /// `=` and `in` between things that have nothing in common.
    pub(crate) fn warn_of_comparison(
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
            Diagnostic::new(code::IRRELEVANT, message)
                .at(span, format!("{l} and {r}: true {only}")),
        );
    }
}
