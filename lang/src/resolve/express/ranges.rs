//! The right-hand side of a declaration: from the tree as written to a [`Range`] and its type.

use crate::ast::{self, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Expr, Formula, Multiplicity, Range, Type, VariableId};
use crate::resolve::context::node::{MacroCall, ValueKind};
use crate::resolve::context::place::Place;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    /// The formula that a value is one of those that a range describes.
    pub(crate) fn within(&mut self, value: &Expr, range: &Range, span: Span) -> Formula {
        range.within(value, span, &mut |span| self.column(span))
    }

    /// A variable for the atoms of a column.
    pub(crate) fn column(&mut self, span: Span) -> VariableId {
        self.variable("x", ValueKind::Relation(Type::any(1)), span)
    }

    /// A set without a multiplicity stands for one of its atoms.
    pub(crate) fn range(&mut self, expr: &ast::Expr, in_macros: InMacros) -> Result<(Range, Type)> {
        if let Some(range) = self.multiplicity_range_with_type(expr, in_macros)? {
            return Ok(range);
        }
        let node = self.node(expr)?;
        let (domain, ty) = self.relation_with_type(node)?;
        let multiplicity = if domain.arity == 1 { Multiplicity::One } else { Multiplicity::Set };
        Ok((Range::of(multiplicity, domain), ty))
    }

    /// A range, if the expression has a multiplicity in it: it may stand after `in`, too.
    pub(crate) fn multiplicity_range(&mut self, expr: &ast::Expr) -> Result<Option<Range>> {
        let in_macros = InMacros::Dropped;
        Ok(self.multiplicity_range_with_type(expr, in_macros)?.map(|(range, _)| range))
    }

    fn multiplicity_range_with_type(
        &mut self,
        expr: &ast::Expr,
        in_macros: InMacros,
    ) -> Result<Option<(Range, Type)>> {
        if let Some((body, call)) = self.macro_range(expr)? {
            return self
                .expanded(call, |resolver| resolver.multiplicity_range_with_type(body, in_macros));
        }
        if !self.is_range(expr) {
            return Ok(None);
        }
        match &expr.kind {
            ast::ExprKind::Unary(op, operand) => match written(*op) {
                Some(multiplicity) => self.range_of(multiplicity, operand, in_macros).map(Some),
                None => self.sequence_range(operand, expr.span).map(Some),
            },
            ast::ExprKind::Arrow(arrow) => self.arrow_range(arrow, expr.span, in_macros).map(Some),
            _ => Ok(None),
        }
    }

    /// `lone e`.
    fn range_of(
        &mut self,
        multiplicity: Multiplicity,
        operand: &ast::Expr,
        in_macros: InMacros,
    ) -> Result<(Range, Type)> {
        // As in Alloy, `set` says nothing before an arrow or after another multiplicity.
        let operand = without_set(operand);
        if let ast::ExprKind::Unary(op, _) = operand.kind
            && written(op).is_some()
        {
            return self.two_multiplicities(operand.span);
        }
        if multiplicity == Multiplicity::Set
            && let Some(range) = self.multiplicity_range_with_type(operand, in_macros)?
        {
            return Ok(range);
        }
        let node = self.node(operand)?;
        let (domain, ty) = self.relation_with_type(node)?;
        Ok((Range::of(multiplicity, domain), ty))
    }

    fn two_multiplicities<T>(&mut self, second: Span) -> Result<T> {
        self.report(
            Diagnostic::new(code::MULTIPLICITY, "a range has one multiplicity at the most")
                .at(second, "the second one")
                .help("leave one of them out"),
        )
    }

    fn arrow_range(
        &mut self,
        arrow: &ast::Arrow,
        span: Span,
        in_macros: InMacros,
    ) -> Result<(Range, Type)> {
        let (left, left_type) = self.arrow_side(&arrow.left, in_macros)?;
        let (right, right_type) = self.arrow_side(&arrow.right, in_macros)?;
        let ends = [arrow.left_multiplicity, arrow.right_multiplicity];
        let ends = ends.map(|end| end.unwrap_or(Multiplicity::Set));
        let range = Range::arrow(left, self.ends_in_macro(ends, span, in_macros), right);
        Ok((range, left_type.product(&right_type)))
    }

    fn arrow_side(&mut self, expr: &ast::Expr, in_macros: InMacros) -> Result<(Range, Type)> {
        let expr = without_set(expr);
        if let Some((body, call)) = self.macro_range(expr)? {
            return self.expanded(call, |resolver| resolver.arrow_side(body, in_macros));
        }
        if let ast::ExprKind::Arrow(arrow) = &expr.kind
            && self.is_range(expr)
        {
            return self.arrow_range(arrow, expr.span, in_macros);
        }
        let node = self.node(expr)?;
        let (domain, ty) = self.relation_with_type(node)?;
        Ok((Range::of(Multiplicity::Set, domain), ty))
    }
}

/// The multiplicity that an operator writes in front of a set.
fn written(op: UnaryOp) -> Option<Multiplicity> {
    match op {
        UnaryOp::One => Some(Multiplicity::One),
        UnaryOp::Lone => Some(Multiplicity::Lone),
        UnaryOp::Some => Some(Multiplicity::Some),
        UnaryOp::Set => Some(Multiplicity::Set),
        _ => None,
    }
}

/// The operand of `set`, if it is written, or else the expression.
fn without_set(mut expr: &ast::Expr) -> &ast::Expr {
    while let ast::ExprKind::Unary(UnaryOp::Set, operand) = &expr.kind {
        expr = operand;
    }
    expr
}

/// True if it is written `seq e`.
pub(crate) fn is_sequence(expr: &ast::Expr) -> bool {
    matches!(expr.kind, ast::ExprKind::Unary(UnaryOp::Seq, _))
}

// Multiplicities of arrows in macros: `let from[x] = x one -> Time`, `sig T { f: from[A], g: A -> from[B] }`.
//
// Alloy keeps them where a variable is declared. In the range of a field and after `in` it drops
// them, by a mistake (it wraps what a macro is expanded to, and does not look inside). *Choice.*
// Korrel keeps what is written, and says once that Alloy does not. A user who wants Alloy's
// reading asks for it (`--strict-alloy`). *Rejected.* To drop them always: `util/time` promises
// one value at each moment.

/// Alloy's treatment of the multiplicities of an expanded macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InMacros {
    Kept,
    Dropped,
}

impl Resolver<'_> {
    /// True if a multiplicity is written in it, where a declaration allows one. For arrows, also in
    /// macros.
    pub(super) fn is_range(&mut self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ast::ExprKind::Unary(op, _) => *op == UnaryOp::Seq || written(*op).is_some(),
            ast::ExprKind::Arrow(arrow) => {
                arrow.left_multiplicity.is_some()
                    || arrow.right_multiplicity.is_some()
                    || self.is_arrow_range(&arrow.left)
                    || self.is_arrow_range(&arrow.right)
            }
            _ => false,
        }
    }

    fn is_arrow_range(&mut self, expr: &ast::Expr) -> bool {
        let expr = without_set(expr);
        if matches!(expr.kind, ast::ExprKind::Arrow(_)) {
            return self.is_range(expr);
        }
        let target = match &expr.kind {
            ast::ExprKind::Box(target, _) => target,
            _ => expr,
        };
        let ast::ExprKind::Name(name) = &target.kind else { return false };
        if self.place.local(name).is_some() {
            return false;
        }
        let found = self.find_macros(name);
        let [(module, declared)] = found.as_slice() else { return false };
        let key = (*module, declared.name.text.clone());
        if let Some(&known) = self.arrow_ranges.get(&key) {
            return known;
        }
        // A macro that uses itself adds nothing.
        self.arrow_ranges.insert(key.clone(), false);
        let is_range =
            self.in_place(Place::of(*module), |resolver| resolver.is_arrow_range(&declared.body));
        self.arrow_ranges.insert(key, is_range);
        is_range
    }

    /// Runs `work` where the macro's body is to be resolved, and says if Alloy reads the call otherwise.
    pub(super) fn expanded<T>(
        &mut self,
        call: MacroCall,
        work: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let span = call.span;
        let result = self.in_macro(call, work);
        if self.place.expansions == 0
            && let Some(arrow) = self.dropped.take()
            && !std::mem::replace(&mut self.has_told_of_dropped, true)
        {
            self.warn(
                Diagnostic::new(code::DROPPED, "Alloy drops the multiplicities of this macro")
                    .at(span, "to Alloy this is any relation between the two")
                    .related(arrow, "what Korrel keeps to")
                    .help("`--strict-alloy` reads it as Alloy does; written without a macro, it means the same to both"),
            );
        }
        result
    }

    /// The multiplicities of an arrow, as they count: those that stand in a macro may be Alloy's affair.
    pub(super) fn ends_in_macro(
        &mut self,
        ends: [Multiplicity; 2],
        span: Span,
        in_macros: InMacros,
    ) -> [Multiplicity; 2] {
        let none = [Multiplicity::Set; 2];
        if self.place.expansions == 0 || in_macros == InMacros::Kept || ends == none {
            return ends;
        }
        if self.program.is_strict {
            return none;
        }
        self.dropped.get_or_insert(span);
        ends
    }
}

#[cfg(test)]
mod tests {
    use crate::code;
    use crate::load::{load, no_files};
    use crate::resolve::resolve;
    use crate::source::Sources;

    /// If this failed, a few short macros would keep the resolver busy for years.
    #[test]
    fn each_macro_is_looked_into_once() {
        let mut spec = "let m0 = A -> A\n".to_owned();
        for at in 1..60 {
            spec += &format!("let m{at} = m{} -> m{} -> m{at}\n", at - 1, at - 1);
        }
        spec += "sig A { f: A -> m59 }";
        let mut sources = Sources::default();
        let file = sources.add("spec.als", spec);
        let program = load(&mut sources, file, &mut no_files).expect("it can be parsed");
        let mistakes = resolve(&program).expect_err("the macros use themselves");
        assert_eq!(mistakes[0].code, Some(code::RECURSION), "{:?}", mistakes[0]);
    }
}
