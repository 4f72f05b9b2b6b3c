//! Sub-formulas that can be left out one by one, to see which of them a contradiction needs.
//!
//! *Problem.* That a fact takes part in a contradiction says little of a fact of ten lines. *Choice.* Each
//! sub-formula has an input of its own, which says that it counts. Without it the sub-formula says nothing: it is
//! true where it is asserted, and false where it is denied. So one translation serves all questions about what can
//! be left out, and what is left out only ever allows more. A sub-formula is told by its place in the text, so that
//! all copies of it, for each state of a trace or for each call of a predicate, are left out together.
//!
//! It has no such input on a side of an equivalence, in a condition, or within an expression: there both outcomes
//! count, and neither one says nothing. A side that quantifies over sets is translated once for each outcome, and has
//! inputs in both. Where it has one, formulas are not recognised as patterns, which would say
//! the whole whatever is left out.
//!
//! *Rejected.* To write the spec anew without each part: a translation for each question.

use std::mem::{Discriminant, discriminant};

use korrel_lang::model::{Formula, FormulaKind};
use korrel_lang::source::Span;
use rustc_hash::FxHashMap;

use super::FormulaEncoder;
use super::standing::Standing;
use crate::circuit::Bit;

/// A sub-formula, by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SubFormula {
    pub span: Span,
    /// True if it is asserted, false if it is denied.
    pub positive: bool,
    /// What declarations are written out as has one place. Their multiplicities are told apart by what they count.
    kind: Discriminant<FormulaKind>,
    counted: Span,
}

impl SubFormula {
    pub fn new(formula: &Formula, positive: bool) -> SubFormula {
        let counted = match &formula.kind {
            FormulaKind::Count(_, expr) => expr.span,
            _ => formula.span,
        };
        SubFormula { span: formula.span, positive, kind: discriminant(&formula.kind), counted }
    }
}

/// The sub-formulas that can be left out, each with the bit that it counts.
pub(crate) type Opened = FxHashMap<SubFormula, Bit>;

impl<'a> FormulaEncoder<'a> {
    /// The same encoder, in whose translations these sub-formulas count only if their bits say so. The translations
    /// may only be asserted.
    pub(crate) fn opening(mut self, opened: Opened) -> Self {
        self.opened = Some(opened);
        self.is_polar = true;
        self
    }

    /// The translation of a formula, or nothing where its bit says that it does not count.
    pub(crate) fn opened(&mut self, formula: &Formula, positive: bool, bit: Bit) -> Bit {
        let counts = match &self.opened {
            Some(opened) if self.standing != Standing::TwoSided => {
                opened.get(&SubFormula::new(formula, positive)).copied()
            }
            _ => None,
        };
        match (counts, positive) {
            (None, _) => bit,
            (Some(counts), true) => self.circuit.or([bit, !counts]),
            (Some(counts), false) => self.circuit.and([bit, counts]),
        }
    }
}
