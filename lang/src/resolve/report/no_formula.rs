//! Sets and numbers where a formula belongs: `all n: Node | n.next`, `x = 1 or 2`.

use crate::ast::{self, BinaryOp, Comparator};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{Sig, Type};
use crate::parse::in_one_line;
use crate::resolve::context::place::Nameable;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

/// `and` and `or`, as they stand at the end or at the beginning of the text beside an operand.
const JOINING: [&str; 6] = [" and", "and ", " or", "or ", "&&", "||"];

impl Resolver<'_> {
    /// Reports a value where a formula belongs. `ty`: its type, or `None` of a number.
    pub(crate) fn no_formula<T>(
        &mut self,
        span: Span,
        found: &str,
        ty: Option<&Type>,
    ) -> Result<T> {
        let diagnostic = Diagnostic::new(code::KIND, "a formula is needed here");
        let diagnostic = diagnostic.at(span, format!("this is {found}"));
        let helps = match ty {
            Some(ty) => self.formulas_about_set(span, ty),
            None => vec![self.formula_about_number(span)],
        };
        self.report(helps.into_iter().fold(diagnostic, Diagnostic::help))
    }

    fn formula_about_number(&self, span: Span) -> String {
        match self.short(span) {
            Some(text) if text.parse::<i64>().is_err() => format!("did you mean `{text} > 0`?"),
            _ => "a formula compares it with another, as in `#e > 0`".to_owned(),
        }
    }

    fn formulas_about_set(&self, span: Span, ty: &Type) -> Vec<String> {
        let Some(text) = self.short(span) else {
            return vec!["`some e` says that a set is not empty".to_owned()];
        };
        if self.place.reach != Nameable::All {
            return vec!["`=>` joins formulas; the product of sets is written `->`".to_owned()];
        }
        let mut helps = vec![format!("did you mean `some {text}`?")];
        if *ty == Type::of(Sig::INT) {
            helps.push(format!("numbers are compared, as in `{text} > 0`"));
        }
        if text.contains("->") {
            helps.push("`->` is the product of sets; the implication is written `=>`".to_owned());
        }
        if self.is_joined(span) {
            helps.push("`and` and `or` join formulas; sets are joined by `&` and `+`".to_owned());
        }
        helps
    }

    /// The text of a place, if it is short and can be an operand as it stands.
    fn short(&self, span: Span) -> Option<String> {
        let text = self.text(span).map(in_one_line)?;
        (text.len() <= 60 && !text.contains(['|', '{'])).then_some(text)
    }

    /// An `and` or an `or` stands beside a place.
    fn is_joined(&self, span: Span) -> bool {
        let whole = |start, end| self.text(Span { start, end, ..span }).unwrap_or_default();
        let length = self.program.texts.get(&span.file).map_or(0, String::len) as u32;
        let before = whole(0, span.start).trim_end();
        let after = whole(span.end, length).trim_start();
        JOINING.iter().any(|one| before.ends_with(one) || after.starts_with(one))
    }

    /// Reports `x = 1 or 2` and `x.colour = Red or Blue`, where the second side is another value of the first.
    pub(crate) fn check_alternative(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
    ) -> Result<()> {
        let word = match op {
            BinaryOp::Or => "or",
            BinaryOp::And => "and",
            _ => return Ok(()),
        };
        let (Some((value, is_negated)), true) = (compared(left), self.is_plain_value(right)) else {
            return Ok(());
        };
        let (Some(value), Some(other)) = (self.short(value), self.short(right.span)) else {
            return Ok(());
        };
        let sign = if is_negated { "!=" } else { "=" };
        self.report(
            Diagnostic::new(code::KIND, format!("a formula is needed behind `{word}`"))
                .at(right.span, "this is another value")
                .help(format!("write `{value} {sign} {other}`: each side is a formula of its own")),
        )
    }

    /// A number, or the name of a sig and of nothing else, as those of enums are.
    fn is_plain_value(&self, expr: &ast::Expr) -> bool {
        match &expr.kind {
            ast::ExprKind::Number(_) => true,
            ast::ExprKind::Name(name) => {
                self.place.local(name).is_none()
                    && !self.find_sigs(name).is_empty()
                    && self.find_functions(name).is_empty()
                    && self.find_macros(name).is_empty()
            }
            _ => false,
        }
    }
}

/// The left side of the comparison by `=` that a chain of formulas begins with, and whether it is negated.
fn compared(mut expr: &ast::Expr) -> Option<(Span, bool)> {
    loop {
        match &expr.kind {
            ast::ExprKind::Compare { comparator: Comparator::Equal, is_negated, left, .. } => {
                return Some((left.span, *is_negated));
            }
            ast::ExprKind::Binary(BinaryOp::Or | BinaryOp::And, left, right) => {
                expr = match right.kind {
                    ast::ExprKind::Compare { .. } => right,
                    _ => left,
                };
            }
            _ => return None,
        }
    }
}
