//! The meaning of a formula whose terms overflow.
//!
//! The problem: with numbers of a few bits `all i: Int | plus[i, 1] > i` is false of the greatest
//! number only because it has no successor, and the user learns about bits, not about the spec. The
//! choice is Kodkod's, since Alloy's answers decide (Milicevic and Jackson, *Preventing arithmetic
//! overflows in Alloy*, 2014): an atomic formula with an operand that overflows has no truth of its
//! own, and is given the one under which the binding that caused it cannot matter. If the innermost
//! variable of type `Int` in the operand is universally quantified, the formula is true there, and
//! the binding is skipped. Otherwise it is false, and the binding, or the instance, is no witness.
//! The negations around it decide which quantifier is universal and which of the two truths helps,
//! so formulas are judged as if in negation normal form: by polarity. Rejected: three-valued logic,
//! which is tidier, but answers otherwise than Alloy.
//!
//! Two ways into a term lead past the atomic formula: the condition of a conditional expression and
//! the body of a comprehension. They are judged on their own, as positive ones, and what overflows in
//! them marks nothing outside. A comprehension's and a sum's variables are never universal.

use std::collections::BTreeSet;

use super::Evaluator;
use crate::arena::Id;
use crate::model::{Node, VariableId};

/// The polarity under which a formula is judged: itself or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Polarity {
    Positive,
    Negative,
}

impl Polarity {
    pub(super) fn flipped(self) -> Polarity {
        match self {
            Polarity::Positive => Polarity::Negative,
            Polarity::Negative => Polarity::Positive,
        }
    }
}

/// An operand of an atomic formula.
#[derive(Clone, Copy)]
pub(super) struct Operand<'e> {
    pub(super) term: Node<'e>,
    pub(super) overflowed: bool,
}

impl Evaluator<'_> {
    /// The verdict on an atomic formula, or on its negation, whose operands have these values, and
    /// which would have this truth without overflow.
    pub(super) fn literal(
        &mut self,
        truth: bool,
        operands: &[Operand<'_>],
        polarity: Polarity,
    ) -> bool {
        let mut universal = false;
        let mut existential = false;
        for operand in operands.iter().filter(|operand| operand.overflowed) {
            match self.is_universal(operand.term) {
                true => universal = true,
                false => existential = true,
            }
        }
        self.overflows += u64::from(universal || existential);
        match polarity {
            Polarity::Positive => (truth || universal) && !existential,
            Polarity::Negative => (!truth && !existential) || universal,
        }
    }

    /// True if the innermost `Int` variable that the term depends on is universally quantified.
    fn is_universal(&self, term: Node<'_>) -> bool {
        let variables = self.variables_of(term);
        let innermost = self.binders.iter().rev().find(|b| variables.contains(&b.variable));
        innermost.is_some_and(|binder| binder.is_universal)
    }
}

// The variables over `Int` that a term has in it.
//
// docs/language.md's rule on overflow names "the innermost variable of type `Int` in that term",
// so this looks at the text, as Kodkod does: a variable counts wherever it stands, in the
// condition of a conditional or the body of a comprehension too, and a `let` or a parameter counts
// as what it was bound to.

impl Evaluator<'_> {
    /// Outside every binder over `Int` there is nothing to look for. A variable that is not bound at
    /// the moment is bound within the term.
    pub(in crate::evaluate) fn variables_of(&self, term: Node<'_>) -> BTreeSet<VariableId> {
        if self.binders.is_empty() {
            return BTreeSet::new();
        }
        let read = term.descendants().filter_map(Node::variable);
        let bound = read.filter_map(|variable| self.bindings[variable.index()].as_ref());
        bound.flat_map(|bound| bound.variables.iter().copied()).collect()
    }
}
