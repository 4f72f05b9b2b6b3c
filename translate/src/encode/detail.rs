//! Parts of a spec: its formulas without what has no translation, without comparisons of numbers, or without
//! quantifiers either.
//!
//! The problem: which atoms are reached from where, and that pointers form a tree, rarely depends
//! on keys and sizes, yet these are what most gates are made for. And the questions that find it
//! out are asked before the bounds are tight. The choice: ask them first of a spec in which some
//! formulas may have either outcome. Every instance of the spec is one of that, so what none of
//! these can be, none of those can. Where a formula only helps by being true it is true, and false
//! where it only helps by being false. On both sides of an equivalence it is an input of its own.
//! For red-black trees of 10 that is a third of the work.
//!
//! So it is with a quantifier over sets whose values would all have to be tried. Without it the rest may have no
//! instance, and then nobody needs to try.
//!
//! Rejected: dropping whole facts or conjuncts, for specs state all of an invariant in one predicate,
//! under quantifiers and `let`s.

use super::standing::Standing;
use super::{EncodingResult, FormulaEncoder, Obstacle, UnsupportedConstruct};
use crate::circuit::Bit;

/// The share of a spec that is translated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// The statements without quantifiers, such as that all nodes are reached from the root. Not
    /// even what fields hold by their declarations is among them.
    Unquantified,
    /// All but comparisons of numbers, and the formulas that the next one leaves out.
    Structure,
    /// All but quantifiers over sets and relations that cannot be Skolemised.
    FirstOrder,
    Whole,
}

impl FormulaEncoder<'_> {
    /// The same encoder, which leaves the outcome of all beyond this detail open. Its translations
    /// may only be asserted.
    pub fn translating(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self.is_polar |= detail != Detail::Whole;
        self
    }

    /// True if the translation left out something that the formulas say.
    pub fn has_left_out(&self) -> bool {
        self.has_left_out
    }

    /// The bit for a quantifier whose values would all have to be tried and are too many, if it is left out.
    pub(crate) fn left_out_after(
        &mut self,
        tried: &EncodingResult<()>,
        positive: bool,
    ) -> Option<Bit> {
        match tried {
            Err(UnsupportedConstruct { obstacle: Obstacle::HigherOrder(_), .. }) => {
                self.left_out(Detail::Whole, positive)
            }
            _ => None,
        }
    }

    /// The bit for a formula of a kind that is translated only from this detail on, if it is left
    /// out.
    pub(crate) fn left_out(&mut self, least: Detail, positive: bool) -> Option<Bit> {
        if self.detail >= least {
            return None;
        }
        self.has_left_out = true;
        let is_open = self.standing == Standing::TwoSided;
        Some(if is_open { self.circuit.input() } else { Bit::constant(positive) })
    }
}
