//! Conjuncts of a formula about a trace that need no monitor.
//!
//! What an assertion's negation says is mostly this: `eventually F`, or that the steps are fair and `eventually always
//! F`. Read as it stands, each takes a variable that remembers, or none. A monitor would guess what is to come.
//!
//! An `all` over atoms that never change is taken apart, too: each of its bodies holds under its own guards.

use korrel_lang::model::{Declaration, Formula, FormulaKind, Node, Quantifier, TemporalOp, Value};

use super::quantifier::Purpose;
use super::{FormulaEncoder, UnsupportedConstruct};
use crate::circuit::Bit;

/// What facts and goal say. Each bit holds as the name has it.
#[derive(Clone, Debug, Default)]
pub struct Said {
    pub first: Vec<Bit>,
    pub always: Vec<Bit>,
    /// In infinitely many steps.
    pub again: Vec<Bit>,
    /// In some step, if the guard holds, which never changes.
    pub once: Vec<(Bit, Bit)>,
    /// In all steps from some step on, if the guard holds.
    pub lastly: Vec<(Bit, Bit)>,
}

/// When a formula is said to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    First,
    Always,
}

impl<'a> FormulaEncoder<'a> {
    /// Adds what a formula says of a trace.
    ///
    /// # Errors
    /// A construct that cannot be translated.
    pub fn said(
        &mut self,
        formula: &'a Formula,
        said: &mut Said,
    ) -> Result<(), UnsupportedConstruct> {
        self.conjuncts(formula, true, When::First, &[], said)
    }

    fn conjuncts(
        &mut self,
        formula: &'a Formula,
        positive: bool,
        when: When,
        guards: &[Bit],
        said: &mut Said,
    ) -> Result<(), UnsupportedConstruct> {
        use FormulaKind as F;
        match (&formula.kind, positive) {
            (F::Not(inner), _) => self.conjuncts(inner, !positive, when, guards, said),
            (F::And(parts), true) | (F::Or(parts), false) => {
                parts.iter().try_for_each(|part| self.conjuncts(part, positive, when, guards, said))
            }
            (F::Implies(a, b), false) => {
                self.conjuncts(a, true, when, guards, said)?;
                self.conjuncts(b, false, when, guards, said)
            }
            (F::Let(variable, value, body), _) if self.leads_on(formula) => {
                self.letting(*variable, value, |encoder| {
                    encoder.conjuncts(body, positive, when, guards, said)
                })
            }
            (F::Call(function, arguments), _) if self.leads_on(formula) => {
                let Value::Formula(body) = &self.model.functions[*function].body else {
                    unreachable!("a predicate's body is a formula")
                };
                self.calling(*function, arguments, |encoder, _| {
                    encoder.conjuncts(body, positive, when, guards, said)
                })
            }
            (F::Quantified { quantifier, declarations, body }, _)
                if (*quantifier == Quantifier::All) == positive
                    && self.leads_on(formula)
                    && self.are_fixed(declarations) =>
            {
                let purpose = Purpose::Quantifier { universal: true, shown: None, number: 0 };
                self.ground(declarations, purpose, &mut |encoder, grounding| {
                    let guards: Vec<Bit> =
                        guards.iter().chain(&grounding.guards).copied().collect();
                    encoder.conjuncts(body, positive, when, &guards, said)
                })
            }
            (F::Temporal(op, sides), _) => {
                let [first, second] = &**sides;
                match alone(read_as(*op, positive), first, positive) {
                    Some(TemporalOp::Releases) => {
                        self.conjuncts(second, positive, When::Always, guards, said)
                    }
                    Some(TemporalOp::Until) => self.awaited(second, positive, when, guards, said),
                    _ => self.plain(formula, positive, when, guards, said),
                }
            }
            _ => self.plain(formula, positive, when, guards, said),
        }
    }

    /// `eventually` a formula.
    fn awaited(
        &mut self,
        formula: &'a Formula,
        positive: bool,
        when: When,
        guards: &[Bit],
        said: &mut Said,
    ) -> Result<(), UnsupportedConstruct> {
        let guard = self.circuit.and(guards.iter().copied());
        if when == When::Always {
            let bit = self.step_bit(formula, positive)?;
            said.again.push(self.circuit.implies(guard, bit));
            return Ok(());
        }
        if let FormulaKind::Temporal(op, sides) = &formula.kind
            && alone(read_as(*op, positive), &sides[0], positive) == Some(TemporalOp::Releases)
        {
            let bit = self.step_bit(&sides[1], positive)?;
            said.lastly.push((guard, bit));
            return Ok(());
        }
        let bit = self.step_bit(formula, positive)?;
        said.once.push((guard, bit));
        Ok(())
    }

    fn plain(
        &mut self,
        formula: &'a Formula,
        positive: bool,
        when: When,
        guards: &[Bit],
        said: &mut Said,
    ) -> Result<(), UnsupportedConstruct> {
        let guard = self.circuit.and(guards.iter().copied());
        if when == When::First {
            let bit = self.encode_formula(formula, positive)?;
            said.first.push(self.circuit.implies(guard, if positive { bit } else { !bit }));
        } else {
            let bit = self.step_bit(formula, positive)?;
            said.always.push(self.circuit.implies(guard, bit));
        }
        Ok(())
    }

    /// A formula, or its negation, about one step, and not about the first.
    fn step_bit(
        &mut self,
        formula: &'a Formula,
        positive: bool,
    ) -> Result<Bit, UnsupportedConstruct> {
        let bit = self.loosely(|encoder| encoder.encode_formula(formula, positive))?;
        Ok(if positive { bit } else { !bit })
    }

    /// True unless a formula is about one state and those that its primes lead to.
    fn leads_on(&self, formula: &'a Formula) -> bool {
        let original = self.time.as_ref().expect("it has states").original();
        original.lookahead(Node::Formula(formula)).is_none()
    }

    fn are_fixed(&mut self, declarations: &'a [Declaration]) -> bool {
        declarations.iter().all(|declaration| {
            let domain = declaration.atoms().filter(|_| declaration.conditions.is_empty());
            domain.is_some_and(|domain| !self.is_moving(Node::Relation(domain)))
        })
    }
}

/// The operator that is meant where a formula is denied.
fn read_as(op: TemporalOp, positive: bool) -> TemporalOp {
    match op {
        _ if positive => op,
        TemporalOp::Until => TemporalOp::Releases,
        TemporalOp::Releases => TemporalOp::Until,
        TemporalOp::Since => TemporalOp::Triggered,
        TemporalOp::Triggered => TemporalOp::Since,
    }
}

/// The operator, if it is `always` or `eventually` of its second side.
fn alone(op: TemporalOp, first: &Formula, positive: bool) -> Option<TemporalOp> {
    let FormulaKind::Constant(truth) = first.kind else { return None };
    match op {
        TemporalOp::Releases if truth != positive => Some(op),
        TemporalOp::Until if truth == positive => Some(op),
        _ => None,
    }
}
