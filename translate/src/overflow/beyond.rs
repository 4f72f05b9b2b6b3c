//! Numbers outside a scope's range of integers.
//!
//! Arithmetic is exact there, and nothing overflows. But `a.k < 9` within 0..4 always holds, and 7
//! has no atom, so that `a.k = 7` never does and `7 in a.v` always. Hardly anybody means that.

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::model::{Comparison, IntExpr, IntExprKind, Measure};
use korrel_lang::source::{FileId, Span};

use super::PartialInterpretation;
use super::interval::Interval;

/// A number that is written and is not an integer of the scope.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OutOfRange {
    number: i64,
    span: Span,
    /// The effect on the surrounding expression.
    effect: &'static str,
}

impl PartialInterpretation<'_> {
    /// A comparison whose sides are these.
    pub(super) fn see_comparison(
        &mut self,
        comparison: Comparison,
        [a, b]: [&IntExpr; 2],
        [left, right]: [Interval; 2],
    ) {
        let effect = match comparison {
            Comparison::Less => decided(left.high < right.low, right.high <= left.low),
            Comparison::LessOrEqual => decided(left.high <= right.low, right.high < left.low),
            Comparison::Equal => decided(false, left.high < right.low || right.high < left.low),
        };
        let Some(effect) = effect else { return };
        for (int, other) in [(a, b), (b, a)] {
            let is_read = matches!(other.kind, IntExprKind::Measure(Measure::Sum, _));
            if let IntExprKind::Constant(number) = int.kind
                && is_read
            {
                self.see_number(number, int.span, effect);
            }
        }
    }

    /// A number that stands for its atom.
    pub(super) fn see_atom(&mut self, int: &IntExpr) {
        if let IntExprKind::Constant(number) = int.kind {
            self.see_number(number, int.span, "no atom stands for it: as a set it is empty");
        }
    }

    fn see_number(&mut self, number: i64, span: Span, effect: &'static str) {
        let (least, greatest) = self.scopes.integers;
        let beyond = OutOfRange { number, span, effect };
        if self.is_exact && !(least..=greatest).contains(&number) && !self.beyond.contains(&beyond)
        {
            self.beyond.push(beyond);
        }
    }

    /// The warnings about numbers that stand in the command's own file.
    pub(super) fn warnings_of_numbers(&self, file: FileId) -> Vec<Diagnostic> {
        let (least, greatest) = self.scopes.integers;
        let warn = |beyond: &OutOfRange| {
            let OutOfRange { number, span, effect } = beyond;
            let (low, high) = (least.min(*number), greatest.max(*number));
            Diagnostic::new(code::BEYOND, format!("{number} is not an integer of the scope"))
                .at(*span, format!("`Int` is {least}..{greatest}; {effect}"))
                .help(format!("`for … but {low}..{high} Int` has it"))
        };
        self.beyond.iter().filter(|beyond| beyond.span.file == file).map(warn).collect()
    }
}

fn decided(always: bool, never: bool) -> Option<&'static str> {
    match (always, never) {
        (true, _) => Some("this comparison always holds"),
        (_, true) => Some("this comparison never holds"),
        _ => None,
    }
}
