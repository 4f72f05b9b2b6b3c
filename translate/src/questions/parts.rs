//! A spec taken apart: which of its parts contradict each other?
//!
//! Each fact, each conjunct of the goal and each scope is a part. The encoder must not take for
//! granted here that a field is a function because its declaration says so: the declaration is a
//! part like the others, and may be left out. A part that has no translation is left out, too:
//! parts that contradict each other without it do so with it.
//!
//! Of parts that contradict each other, the sub-formulas are parts in turn (see `encode/opening`).

use korrel_lang::conjuncts::{Conjunct, conjuncts};
use korrel_lang::model::{Formula, FunctionId, SigId};
use korrel_lang::source::Span;
use korrel_sat::{Cnf, Effort};

use crate::circuit::{Bit, Circuit};
use crate::clauses::{Definitions, to_cnf};
use crate::draft::population::sizes;
use crate::draft::{Cause, Draft};
use crate::encode::{Detail, Opened, SubFormula};
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::questions::outline::{Outline, Outlines};
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
    let goal = asked(question);
    let mut work = Work::new(question, symmetry, effort);
    let (mut origins, mut bits) = work.scopes();
    let formulas = formulas(question, &goal);
    let refs: Vec<&Formula> = formulas.iter().map(|(_, formula)| *formula).collect();
    bits.extend(work.formulas(&refs, None)?);
    origins.extend(formulas.into_iter().map(|(origin, _)| origin));
    work.finish(origins, bits, Vec::new())
}

/// The sub-formulas of some parts, as parts in turn.
#[derive(Clone, Debug)]
pub struct SubParts {
    pub parts: Parts,
    /// The sub-formulas, in the order of the parts.
    pub found: Vec<SubFormula>,
    /// Each of the chosen parts that is a formula, as a tree of them.
    pub outlines: Vec<(PartOrigin, Outline)>,
}

/// Takes some parts of a command apart, given by their places among all. What is no formula is taken for granted.
///
/// # Errors
/// As [`translate`](crate::translate).
pub fn sub_parts(
    question: &Question<'_>,
    symmetry: &Symmetry,
    chosen: &[usize],
    effort: &Effort,
) -> Result<SubParts, TranslationFailure> {
    let goal = asked(question);
    let mut work = Work::new(question, symmetry, effort);
    let (_, sizes) = work.scopes();
    let formulas = formulas(question, &goal);
    let formulas = formulas.into_iter().enumerate();
    let formulas: Vec<(PartOrigin, &Formula)> = formulas
        .filter(|(at, _)| chosen.contains(&(at + sizes.len())))
        .map(|(_, formula)| formula)
        .collect();
    let mut of = Outlines::new(question.model);
    let outlines = formulas.iter().map(|&(origin, formula)| (origin, of.of(formula))).collect();
    let found = of.found;
    let counts: Vec<Bit> = found.iter().map(|_| work.draft.circuit.input()).collect();
    let opened: Opened = found.iter().copied().zip(counts.iter().copied()).collect();
    let refs: Vec<&Formula> = formulas.iter().map(|(_, formula)| *formula).collect();
    let mut granted: Vec<Bit> = chosen.iter().filter_map(|&at| sizes.get(at).copied()).collect();
    granted.extend(work.formulas(&refs, Some(opened))?);
    let parts = work.finish(Vec::new(), counts, granted)?;
    Ok(SubParts { parts, found, outlines })
}

/// The conjuncts of the goal.
fn asked(question: &Question<'_>) -> Vec<Conjunct> {
    conjuncts(question.model, &question.command.goal, MOST_CONJUNCTS)
}

/// The formulas that are parts: the facts, and the conjuncts of the goal.
fn formulas<'f>(question: &Question<'f>, goal: &'f [Conjunct]) -> Vec<(PartOrigin, &'f Formula)> {
    let facts = question.model.facts.iter().enumerate();
    let facts = facts.map(|(at, fact)| (PartOrigin::Fact(at), &fact.formula));
    let asked = goal.iter().map(|part| {
        let within = part.calls.last().map(|(function, _)| *function);
        (PartOrigin::Goal(part.span, within), &part.formula)
    });
    facts.chain(asked).collect()
}

/// A draft in which parts are translated.
struct Work<'q> {
    draft: Draft<'q>,
}

impl<'q> Work<'q> {
    fn new(question: &'q Question<'q>, symmetry: &'q Symmetry, effort: &Effort) -> Work<'q> {
        let mut draft = Draft::new(question, symmetry, effort);
        draft.assert_population();
        Work { draft }
    }

    fn scopes(&mut self) -> (Vec<PartOrigin>, Vec<Bit>) {
        let Draft { question, inputs, circuit, .. } = &mut self.draft;
        let scoped = sizes(question, inputs, circuit).into_iter();
        scoped.map(|(sig, bit)| (PartOrigin::Scope(sig), bit)).unzip()
    }

    /// The bits of formulas, and what is said of the witnesses that they have together.
    fn formulas(
        &mut self,
        formulas: &[&Formula],
        opened: Option<Opened>,
    ) -> Result<Vec<Bit>, TranslationFailure> {
        let encoder = self.draft.encoder().showing_witnesses().trusting_no_declarations();
        let mut encoder = encoder.translating(Detail::FirstOrder);
        if let Some(opened) = opened {
            encoder = encoder.opening(opened);
        }
        let bits: Result<Vec<Bit>, _> =
            formulas.iter().map(|formula| encoder.formula(formula)).collect();
        let skolems = encoder.into_skolems();
        let bits = bits.map_err(|unsupported| self.draft.refusal(unsupported))?;
        // Without the declarations, cells may hold of atoms that are not in use, which then are not the least ones.
        let canonical = self.draft.transpositions_with(&skolems, false);
        self.draft.add_roots(Cause::Symmetry, canonical);
        Ok(bits)
    }

    fn finish(
        self,
        origins: Vec<PartOrigin>,
        bits: Vec<Bit>,
        granted: Vec<Bit>,
    ) -> Result<Parts, TranslationFailure> {
        self.draft.check_size()?;
        let always = self.draft.root_bits().into_iter().chain(granted).collect();
        let primaries = self.draft.inputs.cells.len();
        Ok(Parts { origins, circuit: self.draft.circuit, bits, always, primaries })
    }
}

impl Parts {
    /// The clauses of some of the parts.
    pub fn cnf(&self, chosen: impl IntoIterator<Item = usize>) -> Cnf {
        let chosen = chosen.into_iter().map(|part| self.bits[part]);
        let roots: Vec<Bit> = self.always.iter().copied().chain(chosen).collect();
        to_cnf(&self.circuit, &roots, self.primaries, Definitions::OneSided).cnf
    }
}
