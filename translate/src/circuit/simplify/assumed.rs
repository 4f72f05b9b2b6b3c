//! Bits that are asserted beside all that is made from here on.
//!
//! The problem: a spec says the same thing more than once. A field's declaration says that a node
//! has one key, and each comparison of keys asks again whether it has any; `lone n.left` makes two
//! left children exclusive, and a join of `left` with itself makes gates for both at once. The
//! choice: when a formula has been translated that every instance must make true, the circuit takes
//! it for granted, and its conjuncts: gates that are made later simplify by it, and formulas that
//! only repeat it disappear. The formula itself is a root already and stays what it is. Inputs are
//! left alone: probing makes bounds of them, and a relation that is met again is to be the same
//! one, so that the gates over it are shared. Rejected: doing so in the clauses (unit propagation
//! finds the constants, but the gates are made by then, and closures over them).

use crate::circuit::{Bit, Circuit};

impl Circuit {
    /// Takes it for granted from here on that this is true. Asserting it is left to the caller.
    pub fn assume(&mut self, bit: Bit) {
        self.assumed.resize(self.nodes.len(), None);
        let mut open = vec![bit];
        while let Some(bit) = open.pop() {
            let Some(conjuncts) = self.conjuncts(bit.gate()) else { continue };
            if !bit.is_negated() {
                open.extend(conjuncts);
            }
            self.assumed[bit.gate()] = Some(!bit.is_negated());
        }
    }

    /// The bit, or the constant that it is taken for.
    pub(in crate::circuit) fn known(&self, bit: Bit) -> Bit {
        match self.assumed.get(bit.gate()).copied().flatten() {
            Some(value) => Bit::constant(value != bit.is_negated()),
            None => bit,
        }
    }
}
