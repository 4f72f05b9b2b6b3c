//! Which values of a set or a relation matter, where a formula is about all of them and these are too many to try.
//!
//! *Problem.* `all s: A -> A | F` has 2^25 values for five atoms. *Choice.* Counterexample-guided search, as Alloy* does
//! it (Milicevic, Near, Kang, Jackson 2015), but for the formula rather than for one candidate. The formula is
//! translated with the few values that are known so far. That is the weak reading, which says too little. Beside it
//! stands its opposite, which says of the same instance that the whole formula does not hold: there the solver chooses
//! what the formula is about all of, and the other way round. A model of both is an instance that the weak reading takes
//! and the formula does not. The values that it has chosen refute it, and are tried from then on. Once there is no model,
//! the weak reading is the formula itself: on all instances, labellings and orders, so every engine and every way to
//! count goes on as with any other formula.
//!
//! Quantifiers may alternate to any depth. In the opposite the values of an existential quantifier are the ones to try.
//! If it depends on nothing that the opposite chooses, the only one to try is the value that the weak reading has chosen.
//! Each round adds a value: play the choices of both readings against each other. If each choice were among the values
//! that the other reading tries, the play would end at an atomic formula that both holds and does not. So there is an
//! end, after at most as many rounds as there are values.
//!
//! *Rejected.* To ask for one candidate, then for its counterexample, as Alloy* does, and to list what is left: a list
//! asks it of each of thousands of candidates, and compiled formulas and the counting of orbits would know nothing of
//! it. A formula that needs most of its values is beyond either.

use std::sync::Arc;

use korrel_lang::model::Formula;
use korrel_sat::{Cnf, Effort, Var};

use crate::circuit::Circuit;
use crate::clauses::Encoding;
use crate::draft::{Cause, Contents, Draft};
use crate::encode::{ChosenValue, TriedValues, UnsupportedConstruct, is_higher_order};
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// Clauses whose models are instances that the values tried so far do not refute, but others do.
pub struct Refining {
    encoding: Encoding,
    circuit: Circuit,
    chosen: Vec<ChosenValue>,
}

/// The question for an instance that the values of `question.tried` are not enough for, or `None` if all values were
/// tried anyway. `symmetry` is that of its first bounds.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn refining(
    question: &Question<'_>,
    symmetry: &Symmetry,
    effort: &Effort,
) -> Result<Option<Refining>, TranslationFailure> {
    let mut draft = Draft::new(question, symmetry, effort);
    draft.assert_frame(Contents { break_symmetry: false, ..Contents::default() });
    let facts = question.model.facts.iter().map(|fact| &fact.formula);
    let formulas: Vec<&Formula> = facts.chain([&question.command.goal]).collect();
    let mut encoder = draft.encoder().noting();
    let mut both = || -> Result<_, UnsupportedConstruct> {
        let mut bits = Vec::new();
        for formula in &formulas {
            bits.push(encoder.assertion(formula)?);
        }
        if !encoder.is_partial() {
            return Ok(None);
        }
        encoder.oppose();
        let of_sets = formulas.iter().filter(|formula| is_higher_order(question.model, formula));
        let opposite = of_sets.map(|formula| encoder.formula(formula));
        Ok(Some((bits, opposite.collect::<Result<Vec<_>, _>>()?)))
    };
    let both = both();
    let chosen = encoder.into_chosen();
    let Some((bits, opposite)) = both.map_err(|unsupported| draft.refusal(unsupported))? else {
        return Ok(None);
    };
    draft.add_roots(Cause::Goal, bits);
    let refuted = draft.circuit.or(opposite.into_iter().map(|bit| !bit));
    draft.add_roots(Cause::Goal, [refuted]);
    let encoding = draft.clauses()?;
    Ok(Some(Refining { encoding, circuit: draft.circuit, chosen }))
}

impl Refining {
    pub fn cnf(&self) -> &Cnf {
        &self.encoding.cnf
    }

    /// The values that were tried before and those that a model has chosen.
    ///
    /// # Panics
    /// If none is new, for it was no model.
    pub fn refined(&self, tried: &TriedValues, value: impl Fn(Var) -> bool) -> Arc<TriedValues> {
        let inputs = self.circuit.input_bits().map(|input| {
            let var = self.encoding.variable(input);
            var.is_some_and(&value)
        });
        let values = self.circuit.evaluate(&inputs.collect::<Vec<_>>());
        let mut tried = tried.clone();
        let used = self.chosen.iter().filter(|one| one.uses.iter().any(|&bit| values.get(bit)));
        // What refutes the instance first. What the instance itself has chosen only where that is nothing new.
        for by_opposite in [true, false] {
            let mut is_new = false;
            for one in used.clone().filter(|one| one.opposes == by_opposite) {
                let of = one.values.iter().map(|matrix| {
                    let held = matrix.entries().filter(|&(_, bit)| values.get(bit));
                    held.map(|(index, _)| index).collect()
                });
                is_new |= tried.add(one.declaration, of.collect());
            }
            if is_new {
                return Arc::new(tried);
            }
        }
        panic!("the choices of a formula and of its opposite are played against each other");
    }
}
