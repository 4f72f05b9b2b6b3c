//! Messages about operands that have the wrong number of columns.

use super::{Resolver, Result};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

impl Resolver<'_> {
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
        self.report(Diagnostic::error(code::ARITY, message).at(span, sides).help(COLUMNS_HELP))
    }
}

/// How columns come and go.
pub(super) const COLUMNS_HELP: &str = "\
    `x.f` is what the relation `f` gives for `x`, and has one column less than `f`; `a -> b` has \
    the columns of both";

/// "a set (1 column)", "a relation of 2 columns".
pub(super) fn columns(arity: usize) -> String {
    if arity == 1 {
        "a set (1 column)".to_string()
    } else {
        format!("a relation of {arity} columns")
    }
}
