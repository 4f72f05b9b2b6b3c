//! Messages about operands that have the wrong number of columns.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::resolve::context::node::Pending;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn arity_mismatch<T>(
        &mut self,
        operator: &str,
        left: usize,
        right: usize,
        span: Span,
    ) -> Result<T> {
        let message = format!("`{operator}` needs both sides to have the same arity");
        let sides =
            format!("the left side is {}, the right side {}", columns(left), columns(right));
        self.report(Diagnostic::new(code::ARITY, message).at(span, sides).help(COLUMNS_HELP))
    }

    /// The same, of a comparison: a relation may be meant for one atom.
    pub(crate) fn compared_arities<T>(
        &mut self,
        operator: &str,
        left: &Pending,
        right: &Pending,
        span: Span,
    ) -> Result<T> {
        let whole = self
            .whole_relation(left.span, &left.ty, &right.ty)
            .or_else(|| self.whole_relation(right.span, &right.ty, &left.ty));
        let result = self.arity_mismatch(operator, left.ty.arity(), right.ty.arity(), span);
        if let (Some(whole), Some(reported)) = (whole, self.diagnostics.last_mut()) {
            reported.help = vec![whole];
        }
        result
    }
}

/// The help that tells how columns come and go.
pub(crate) const COLUMNS_HELP: &str = "\
    `x.f` is what the relation `f` gives for `x`, and has one column less than `f`; `a -> b` has \
    the columns of both";

/// "a set (1 column)", "a relation of 2 columns".
pub(crate) fn columns(arity: usize) -> String {
    if arity == 1 {
        "a set (1 column)".to_string()
    } else {
        format!("a relation of {arity} columns")
    }
}
