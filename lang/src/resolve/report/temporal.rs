//! Refuses what Alloy 6 has beyond its static part.

use crate::ast::{BinaryOp, UnaryOp};
use crate::code;
use crate::diagnostic::Diagnostic;
use crate::parse::{BETWEEN_FORMULAS, first};
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;

impl Resolver<'_> {
    pub(crate) fn temporal(&mut self, construct: &str, span: Span) {
        self.diagnostics.push(
            Diagnostic::new(code::TEMPORAL, format!("{construct} is temporal"))
                .at(span, "Korrel reads the static part of Alloy 6")
                .help(
                    "model the states explicitly: a sig of times, and fields with one more column, \
                     as in `on: set Time`",
                ),
        );
    }

    /// Refuses `a; b`, which speaks of the next state in Alloy 6, and is mostly meant as `a and b`.
    pub(crate) fn semicolon<T>(&mut self, left: Span, right: Span) -> Result<T> {
        let between = Span { start: left.end, end: right.start, ..left };
        let at = self.text(between).and_then(|text| first(";", text)).unwrap_or(0) as u32;
        let start = between.start + at;
        self.report(
            Diagnostic::new(
                code::TEMPORAL,
                "`;` is temporal: what follows is said of the next state",
            )
            .at(Span { start, end: start + 1, ..between }, "an instance has one state only")
            .help(BETWEEN_FORMULAS),
        )
    }
}

/// An operator that is temporal, as it is written.
pub(crate) fn temporal_unary(op: UnaryOp) -> Option<&'static str> {
    match op {
        UnaryOp::Always => Some("`always`"),
        UnaryOp::Eventually => Some("`eventually`"),
        UnaryOp::Before => Some("`before`"),
        UnaryOp::Historically => Some("`historically`"),
        UnaryOp::Once => Some("`once`"),
        _ => None,
    }
}

/// An operator that is temporal, as it is written.
pub(crate) fn temporal_binary(op: BinaryOp) -> Option<&'static str> {
    match op {
        BinaryOp::Until => Some("`until`"),
        BinaryOp::Releases => Some("`releases`"),
        BinaryOp::Since => Some("`since`"),
        BinaryOp::Triggered => Some("`triggered`"),
        BinaryOp::Sequence => Some("`;`"),
        _ => None,
    }
}
