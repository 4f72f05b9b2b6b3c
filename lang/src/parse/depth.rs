//! The depth of the syntax tree.
//!
//! Walking the tree is recursive, and so is dropping it, so its height is limited. So is the
//! nesting of the text, by which the builder itself recurses. The two differ: `(…) + a + a` is
//! nested once and three levels high, and a tower of such rows, each in brackets before the next,
//! is as high as all their lengths together. Rejected: one count from the top down, which sees the
//! levels above an operand but not the row that will be folded over it.

use super::TreeBuilder;
use crate::ast::Expr;
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::source::Span;

/// The limit on the nesting of expressions, with the length of operator chains. WebAssembly has the
/// stack of its host and no other: a megabyte in browsers and node, which 300 levels can fill.
pub const MAX_DEPTH: usize = if cfg!(target_family = "wasm") { 150 } else { 2_000 };

/// An expression, and how many levels it has.
///
/// Invariant: no more than [`MAX_DEPTH`].
pub(super) struct Tall {
    pub expr: Expr,
    pub levels: usize,
}

impl Tall {
    /// # Errors
    /// If it has too many levels.
    pub(super) fn new(expr: Expr, levels: usize) -> Result<Tall, Diagnostic> {
        check(levels, expr.span)?;
        Ok(Tall { expr, levels })
    }
}

impl TreeBuilder<'_> {
    /// Builds something that stands one level further in.
    pub(super) fn nested<T>(
        &mut self,
        span: Span,
        build: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        check(self.depth + 1, span)?;
        self.depth += 1;
        let result = build(self);
        self.depth -= 1;
        result
    }

    /// Builds something, and tells how many levels the highest expression in it has.
    pub(super) fn measured<T>(
        &mut self,
        build: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<(T, usize), Diagnostic> {
        let beside = std::mem::replace(&mut self.highest, 0);
        let built = build(self)?;
        Ok((built, std::mem::replace(&mut self.highest, beside)))
    }
}

fn check(levels: usize, span: Span) -> Result<(), Diagnostic> {
    if levels <= MAX_DEPTH {
        return Ok(());
    }
    Err(Diagnostic::new(code::TOO_DEEP, "nested too deeply")
        .at(span, format!("more than {MAX_DEPTH} levels of operators"))
        .help("name a part of it by a predicate or a function"))
}
