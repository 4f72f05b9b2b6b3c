//! What an encoder knows of values of sets and relations, and a formula together with its opposite.
//!
//! The opposite of a formula is what a counterexample satisfies. It is the same tree read with the roles changed: what
//! the solver chose is tried, and what was tried the solver chooses. `questions/refining.rs` says what it is good for.
//! Here stands what the two readings share. The values that the solver chooses in either are noted, so that they can be
//! read from its answer. A value that the first reading has chosen, and that depends on nothing that the opposite
//! chooses, is not tried there: it stays the same value.

use std::rc::Rc;
use std::sync::Arc;

use korrel_lang::model::{Declaration, Formula, Node, NodeId, VariableId};
use rustc_hash::FxHashMap;

use super::FormulaEncoder;
use super::environment::{EncodedRelation, ValueId};
use super::quantifier::Grounding;
use super::quantifier::tried::TriedValues;
use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

/// An encoder's values of sets and relations.
#[derive(Clone, Debug, Default)]
pub(crate) struct HigherOrderValues<'a> {
    /// The values to try where all are too many, if the question has looked for them.
    pub values: Option<Arc<TriedValues>>,
    /// All values are tried as long as they have no more tuples than this.
    pub all: usize,
    /// A formula that is translated quantifies over sets or relations.
    pub is_met: bool,
    /// The opposite is translated.
    pub opposes: bool,
    /// Some values were not tried.
    pub is_partial: bool,
    /// The number of tuples of the enclosing declarations all of whose values are tried.
    pub within: usize,
    /// The values that the solver chooses, if they are noted.
    noted: Option<Vec<ChosenValue>>,
    /// The numbers of the quantifiers that were met: their bodies, the values around them on which they depend, and the
    /// enclosing binders.
    quantifiers: FxHashMap<(NodeId<'a>, Vec<ValueId>, u32), usize>,
    /// What was chosen: by the declaration's first variable, the quantifier's number, and the atoms chosen before.
    witnesses: FxHashMap<(VariableId, usize, Vec<usize>), ChosenRelations>,
}

/// A value of each variable of a declaration.
pub(crate) type ChosenRelations = Vec<(VariableId, EncodedRelation)>;

/// A value of a declaration that the solver chooses.
#[derive(Clone, Debug)]
pub(crate) struct ChosenValue {
    /// The declaration's first variable.
    pub declaration: VariableId,
    /// The opposite has chosen it.
    pub opposes: bool,
    pub values: Vec<Rc<Matrix>>,
    /// The value does what it was chosen for if one of these is true.
    pub uses: Vec<Bit>,
}

impl<'a> FormulaEncoder<'a> {
    /// The same encoder, which tries these values where all are too many, which they are from more tuples than this on.
    pub fn trying(mut self, values: Option<Arc<TriedValues>>, all: usize) -> Self {
        self.higher.values = values;
        self.higher.all = all;
        self
    }

    /// The same encoder, which notes the values that the solver chooses.
    pub(crate) fn noting(mut self) -> Self {
        self.higher.noted = Some(Vec::new());
        self
    }

    /// True if a formula speaks of more values than were tried.
    pub(crate) fn is_partial(&self) -> bool {
        self.higher.is_partial
    }

    /// From here on the opposite is translated. The bit of a formula is false if a counterexample refutes it.
    pub(crate) fn oppose(&mut self) {
        self.higher.opposes = true;
        self.environment.forget();
    }

    /// The values that were noted.
    pub(crate) fn into_chosen(self) -> Vec<ChosenValue> {
        self.higher.noted.unwrap_or_default()
    }

    /// The number of a quantifier that is met.
    pub(crate) fn quantifier_number(
        &mut self,
        declarations: &'a [Declaration],
        body: &'a Formula,
    ) -> usize {
        if self.higher.noted.is_none() {
            return 0;
        }
        let mut free: Vec<VariableId> = self.environment.free.of(body).to_vec();
        for declaration in declarations {
            free.extend(self.environment.free.of(declaration.range.domain()).iter());
        }
        let own = declarations.iter().flat_map(|declaration| &declaration.variables);
        free.retain(|variable| !own.clone().any(|own| own == variable));
        free.sort_unstable();
        free.dedup();
        let around = self.environment.ids_of(&free);
        let context = if self.forbids_overflow() { self.context() } else { 0 };
        let next = self.higher.quantifiers.len();
        *self.higher.quantifiers.entry((Node::from(body).id(), around, context)).or_insert(next)
    }

    /// Notes a value that the solver chooses.
    pub(crate) fn note_chosen(
        &mut self,
        declaration: &Declaration,
        quantifier: usize,
        grounding: &mut Grounding,
        values: &ChosenRelations,
    ) {
        let HigherOrderValues { noted: Some(noted), witnesses, opposes, .. } = &mut self.higher
        else {
            return;
        };
        let first = declaration.variables[0];
        if !*opposes {
            let key = (first, quantifier, grounding.atoms.clone());
            witnesses.insert(key, values.clone());
        }
        grounding.chosen.push(noted.len());
        noted.push(ChosenValue {
            declaration: first,
            opposes: *opposes,
            values: values.iter().map(|(_, value)| Rc::clone(&value.matrix)).collect(),
            uses: Vec::new(),
        });
    }

    /// Notes that the values of a grounding do what they were chosen for if this is true.
    pub(crate) fn note_use(&mut self, grounding: &Grounding, bit: Bit) {
        if let Some(noted) = &mut self.higher.noted {
            grounding.chosen.iter().for_each(|&place| noted[place].uses.push(bit));
        }
    }

    /// The value that the first reading has chosen, if it depends on nothing that the opposite has chosen.
    pub(crate) fn known_witnesses(
        &self,
        declaration: &Declaration,
        quantifier: usize,
        grounding: &Grounding,
    ) -> Option<ChosenRelations> {
        let key = (declaration.variables[0], quantifier, grounding.atoms.clone());
        self.higher.witnesses.get(&key).filter(|_| self.higher.opposes).cloned()
    }
}
