//! A spec taken apart: which of its parts contradict each other?
//!
//! Each fact, each conjunct of the goal and each scope is a part. The encoder must not take for
//! granted here that a field is a function because its declaration says so: the declaration is a
//! part like the others, and may be left out. A part that has no translation is left out, too:
//! parts that contradict each other without it do so with it.

use korrel_lang::conjuncts::conjuncts;
use korrel_lang::model::{FunctionId, SigId};
use korrel_lang::source::Span;
use korrel_sat::{Cnf, Effort};

use crate::circuit::{Bit, Circuit};
use crate::clauses::{Definitions, to_cnf};
use crate::draft::population::sizes;
use crate::draft::{Cause, Draft};
use crate::encode::Detail;
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::symmetry::Symmetry;

/// The greatest number of conjuncts of a goal, where predicates call predicates again and again.
const MOST_CONJUNCTS: usize = 400;

/// The place where a part comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOrigin {
    Scope(SigId),
    /// A fact, by its place in the model's facts.
    Fact(usize),
    /// A conjunct of the command's goal, and the predicate that it is a conjunct of, if that is called.
    Goal(Span, Option<FunctionId>),
}

/// The parts of a spec, translated.
#[derive(Clone, Debug)]
pub struct Parts {
    pub origins: Vec<PartOrigin>,
    circuit: Circuit,
    bits: Vec<Bit>,
    /// The bits that hold of some labelling of every instance, whichever parts there are.
    always: Vec<Bit>,
    primaries: usize,
}

/// Takes a command apart. `symmetry` is to have no rooted classes: that all atoms are reached may
/// follow from a part.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn parts(
    question: &Question<'_>,
    symmetry: &Symmetry,
    effort: &Effort,
) -> Result<Parts, TranslationFailure> {
    let mut draft = Draft::new(question, symmetry, effort);
    draft.assert_population();
    let scoped = sizes(question, &draft.inputs, &mut draft.circuit).into_iter();
    let (mut origins, mut bits): (Vec<PartOrigin>, Vec<Bit>) =
        scoped.map(|(sig, bit)| (PartOrigin::Scope(sig), bit)).unzip();
    let model = question.model;
    let facts =
        model.facts.iter().enumerate().map(|(at, fact)| (PartOrigin::Fact(at), &fact.formula));
    let goal = conjuncts(model, &question.command.goal, MOST_CONJUNCTS);
    let asked = goal.iter().map(|part| {
        let within = part.calls.last().map(|(function, _)| *function);
        (PartOrigin::Goal(part.span, within), &part.formula)
    });
    let encoder = draft.encoder().showing_witnesses().trusting_no_declarations();
    let mut encoder = encoder.translating(Detail::FirstOrder);
    let mut refused = None;
    for (origin, formula) in facts.chain(asked) {
        match encoder.formula(formula) {
            Ok(bit) => bits.push(bit),
            Err(unsupported) => {
                refused = Some(unsupported);
                break;
            }
        }
        origins.push(origin);
    }
    let skolems = encoder.into_skolems();
    if let Some(unsupported) = refused {
        return Err(draft.refusal(unsupported));
    }
    let canonical = draft.transpositions_with(&skolems);
    draft.add_roots(Cause::Symmetry, canonical);
    draft.check_size()?;
    let always = draft.root_bits();
    Ok(Parts { origins, circuit: draft.circuit, bits, always, primaries: draft.inputs.cells.len() })
}

impl Parts {
    /// The clauses of some of the parts.
    pub fn cnf(&self, chosen: impl IntoIterator<Item = usize>) -> Cnf {
        let chosen = chosen.into_iter().map(|part| self.bits[part]);
        let roots: Vec<Bit> = self.always.iter().copied().chain(chosen).collect();
        to_cnf(&self.circuit, &roots, self.primaries, Definitions::OneSided).cnf
    }
}
