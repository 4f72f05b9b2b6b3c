//! Overflow, where it is forbidden: a comparison that an overflow reaches fails, unless the number
//! that overflowed depends on a universally quantified integer; then that binding is skipped
//! (Milicevic, Jackson 2014, as Kodkod implements it).
//!
//! Every translated value carries one bit: whether an overflow occurred in computing it. In the
//! other arithmetics it is FALSE, which costs no gate. On which integer variables a value depends
//! is read off its free variables, when a comparison needs it. Formulas are translated together
//! with their polarity, as if in negation normal form.

use std::collections::BTreeSet;
use std::rc::Rc;

use korrel_lang::model::{Node, VariableId};

use crate::circuit::{Bit, Circuit};

use crate::encode::Encoder;

/// The binding of a variable that ranges over all integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IntegerBinding {
    pub variable: VariableId,
    /// True if it is bound by a universal quantifier, once negations are pushed inwards; a
    /// comprehension or a sum is not one.
    pub universal: bool,
}

impl<'a> Encoder<'a> {
    /// The value of a comparison once the overflows of its operands are taken into account.
    ///
    /// Under positive polarity a comparison holds if an operand overflows over a universal
    /// variable, and fails if one overflows otherwise; under negative polarity the other way round,
    /// for then its negation is what holds or fails.
    pub(crate) fn settled<T: Copy + Into<Node<'a>>>(
        &mut self,
        value: Bit,
        operands: &[(T, Bit)],
        positive: bool,
    ) -> Bit {
        let (mut holds, mut fails) = (vec![value], Vec::new());
        let overflowing = operands.iter().filter(|(_, overflow)| *overflow != Bit::FALSE);
        for &(operand, overflow) in overflowing {
            let mentioned = self.environment.free.of(operand);
            let depends = self.dependencies(&mentioned);
            if self.is_universal(&depends) == positive {
                holds.push(overflow);
            } else {
                fails.push(!overflow);
            }
        }
        let holds = self.circuit.or(holds);
        self.circuit.and(fails.into_iter().chain([holds]))
    }

    /// True if the innermost binding of an integer that it depends on is universal.
    fn is_universal(&self, depends: &[VariableId]) -> bool {
        let mut bindings = self.binders.iter().rev();
        bindings
            .find(|binder| depends.contains(&binder.variable))
            .is_some_and(|binder| binder.universal)
    }

    /// The bound integer variables that the values of these variables depend on.
    pub(crate) fn dependencies(&self, mentioned: &[VariableId]) -> Rc<[VariableId]> {
        let mut depends = BTreeSet::new();
        if self.forbids_overflow() {
            for &variable in mentioned {
                depends.extend(self.environment.get(variable).depends.iter().copied());
            }
        }
        depends.into_iter().collect()
    }

    /// The part of a key that the enclosing binders are.
    pub(crate) fn context(&mut self) -> u32 {
        if self.binders.is_empty() {
            return 0;
        }
        let binders = self.binders.iter().map(|binder| (binder.variable, binder.universal));
        self.environment.context(binders.collect())
    }
}

/// The disjunction of two overflows, which mostly are not.
pub(crate) fn either(a: Bit, b: Bit, circuit: &mut Circuit) -> Bit {
    match (a, b) {
        (Bit::FALSE, other) | (other, Bit::FALSE) => other,
        _ => circuit.or([a, b]),
    }
}
