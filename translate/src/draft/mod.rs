//! A question as gates, before they become clauses: inputs, scope, symmetry and formulas.
//!
//! Every question to a solver begins as a draft: the listing of instances, whether atoms can be
//! left unreached, which parts of a spec contradict each other, which witnesses an instance has.
//! Each of them asserts its own formulas. All begin, give up and finish a draft in the same way.

pub mod breaking;
mod formulas;
mod frame;
pub mod inputs;
pub mod population;
pub mod untranslated;

use korrel_lang::model::SigId;
use korrel_sat::Effort;

use crate::circuit::{Bit, Circuit};
use crate::clauses::{Definitions, Encoding, to_cnf};
use crate::encode::{Detail, FormulaEncoder, UnsupportedConstruct};
use crate::failure::TranslationFailure;
use crate::question::Question;
use crate::symmetry::Symmetry;
use inputs::CellInputs;
use untranslated::{check_size, explained};

pub use formulas::Formulas;

/// A circuit over a question's cells, and the assertions about it so far.
///
/// Invariant: the first inputs are the cells that the bounds leave open, in the one order.
pub struct Draft<'q> {
    pub question: &'q Question<'q>,
    pub symmetry: &'q Symmetry,
    pub inputs: CellInputs<'q>,
    pub circuit: Circuit,
    pub roots: Vec<Root>,
}

/// A bit that an instance makes true, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Root {
    pub bit: Bit,
    pub cause: Cause,
}

/// The cause that asserts a root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The atoms in use are the first ones of their sig.
    Population,
    Scope(SigId),
    /// One labelling of an instance is wanted, and not all.
    Symmetry,
    /// A fact, by its place in the model's facts.
    Fact(usize),
    Goal,
    /// The claim that is asked about beside the spec.
    Claim,
}

impl<'q> Draft<'q> {
    pub fn new(question: &'q Question<'q>, symmetry: &'q Symmetry, effort: &Effort) -> Draft<'q> {
        let mut circuit = Circuit::within(effort);
        let inputs = CellInputs::new(&question.bounds, symmetry, &mut circuit);
        Draft { question, symmetry, inputs, circuit, roots: Vec::new() }
    }

    /// The encoder, which translates formulas over the inputs.
    pub fn encoder(&mut self) -> FormulaEncoder<'_> {
        let model = self.question.model;
        let (values, all) = (self.question.tried.clone(), self.question.all_tried);
        let interpretation = self.inputs.interpretation(model);
        FormulaEncoder::new(model, interpretation, &mut self.circuit).trying(values, all)
    }

    pub fn add_roots(&mut self, cause: Cause, bits: impl IntoIterator<Item = Bit>) {
        self.roots.extend(bits.into_iter().map(|bit| Root { bit, cause }));
    }

    pub fn root_bits(&self) -> Vec<Bit> {
        self.roots.iter().map(|root| root.bit).collect()
    }

    /// The clauses of the roots. One side of each definition is enough: under a full assignment to the
    /// cells, propagation alone makes every gate false that is needed and is false, so a model is never
    /// mistaken for an instance.
    ///
    /// # Errors
    /// Too many gates, or a stop.
    pub fn clauses(&self) -> Result<Encoding, TranslationFailure> {
        self.check_size()?;
        let cells = self.inputs.cells.len();
        Ok(to_cnf(&self.circuit, &self.root_bits(), cells, Definitions::OneSided))
    }

    /// # Errors
    /// The circuit was given up: all that was made of it is worthless.
    pub fn check_size(&self) -> Result<(), TranslationFailure> {
        check_size(&self.circuit, self.question)
    }

    /// The reason why a construct has no translation: the construct itself, or that the circuit was
    /// given up.
    pub fn refusal(&self, unsupported: UnsupportedConstruct) -> TranslationFailure {
        explained(unsupported, &self.circuit, self.question)
    }
}

/// The contents of a draft of all instances: the assertions that are made, and their form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Assert the static symmetry-breaking predicates: discovery, and adjacent transpositions.
    pub break_symmetry: bool,
    /// Off only in tests: the canonicity test finds what transpositions exclude, too.
    pub transpositions: bool,
    /// Skolemise existential quantifiers over atoms, too, where none is universal around them. Of traces, only
    /// those of the goal. That makes a smaller question of whether there is any instance, and a worse list of all
    /// of them.
    pub constants: bool,
    /// Of traces in this form, ask for the shortest counterexamples alone, where these are easier to find.
    pub shortest: bool,
    /// Decide on the total size before all else, smallest first. A count needs no order, and is quicker without: the total
    /// ties all sigs together.
    pub totals: bool,
    /// Encode functions and trees as such. Never changes an instance. Off only in tests.
    pub patterns: bool,
    pub detail: Detail,
}

impl Default for Contents {
    /// The contents from which a list is made.
    fn default() -> Contents {
        Contents {
            break_symmetry: true,
            transpositions: true,
            constants: false,
            shortest: false,
            totals: true,
            patterns: true,
            detail: Detail::Whole,
        }
    }
}
