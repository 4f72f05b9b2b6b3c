//! The use that is made of a formula: it decides if the translation may say less than the formula.
//!
//! A Skolemised quantifier's gate is implied by nothing that the solver does not choose, and a formula
//! that is left out (`detail`) is taken for what helps. Where only its truth helps, that is enough. In a
//! condition or on a side of an equivalence its falsehood would count too. So each formula is translated
//! knowing how it stands, and its translation is remembered for that standing and polarity only.
//!
//! An equivalence is two implications, and a condition is asserted in one and denied in another. So a side that
//! quantifies over sets or relations is translated twice, for each polarity once, and stands in one each time.

use korrel_lang::model::{Formula, Model, Node};

use super::FormulaEncoder;

/// The way in which the formula that is being translated contributes to the whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Standing {
    /// It counts in one polarity only, and stands under no universal quantifier. Only encoders that
    /// show witnesses tell it from the next.
    Outermost,
    /// It counts in one polarity only.
    OneSided,
    /// It counts in both polarities: as a side of an equivalence, as a condition, in an expression.
    TwoSided,
}

impl Standing {
    /// The standing of the body of a universal quantifier that has this standing.
    pub fn in_universal(self) -> Standing {
        if self == Standing::Outermost { Standing::OneSided } else { self }
    }
}

impl<'a> FormulaEncoder<'a> {
    /// The standing of formulas that are both asserted and denied in the formula at hand.
    pub(crate) fn standing_of_both(&self, formulas: &[&Formula]) -> Standing {
        let mut formulas = formulas.iter();
        let is_split = self.higher.is_met
            && self.standing != Standing::TwoSided
            && formulas.any(|formula| is_higher_order(self.model, formula));
        if is_split { Standing::OneSided } else { Standing::TwoSided }
    }

    /// Translates something with another standing.
    pub(crate) fn standing_as<T>(
        &mut self,
        standing: Standing,
        translate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let outer = std::mem::replace(&mut self.standing, standing);
        let result = translate(self);
        self.standing = outer;
        result
    }
}

/// True if a formula, or a function that it calls, quantifies over sets or relations.
pub fn is_higher_order(model: &Model, formula: &Formula) -> bool {
    let mut nodes = model.reachable([Node::Formula(formula)]);
    nodes.any(|node| node.declarations().iter().any(|d| d.atoms().is_none()))
}
