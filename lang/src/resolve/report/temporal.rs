//! Refuses operators of traces where there is only one state.

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::parse::{BETWEEN_FORMULAS, first};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;
use crate::states::NOTHING_CHANGES;

impl Resolver<'_> {
    /// Refuses `a; b` in a file without `var`: it is about the next state, and is mostly meant as `a and b`.
    pub(crate) fn semicolon<T>(&mut self, left: Span, right: Span) -> Result<T> {
        let between = Span { start: left.end, end: right.start, ..left };
        let at = self.text(between).and_then(|text| first(";", text)).unwrap_or(0) as u32;
        let start = between.start + at;
        self.report(
            Diagnostic::new(
                code::TEMPORAL,
                "`;` is temporal: what follows is said of the next state",
            )
            .at(Span { start, end: start + 1, ..between }, NOTHING_CHANGES)
            .help(BETWEEN_FORMULAS),
        )
    }
}
