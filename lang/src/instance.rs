//! A value for each relation of a spec.

use std::sync::Arc;

use crate::model::{FieldId, Model, Sig, SigId, VariableId};
use crate::tuples::TupleSet;
use crate::universe::Universe;

/// The relations that an instance gives a value to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    Sig(SigId),
    Field(FieldId),
    /// A parameter of the command, or a witness.
    Variable(VariableId),
}

/// Which atoms each sig holds, which tuples each field and each parameter.
///
/// Invariant: `sigs` and `fields` are as long as the model's arenas; `Int`, `seq/Int`, `String` and
/// `univ` are filled in (`univ` is the union of the other top-level ones).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub universe: Arc<Universe>,
    pub sigs: Vec<TupleSet>,
    pub fields: Vec<TupleSet>,
    /// Parameters, in order of declaration.
    pub variables: Vec<(VariableId, TupleSet)>,
}

impl Instance {
    /// Every relation empty, but for the integers and strings, which always exist.
    pub fn empty(model: &Model, universe: Arc<Universe>) -> Instance {
        let atoms = universe.len();
        let mut sigs = vec![TupleSet::empty(atoms, 1); model.sigs.len()];
        for sig in [Sig::INT, Sig::SEQ_INT, Sig::STRING] {
            for atom in universe.block(sig) {
                sigs[sig.0 as usize].insert(&[crate::universe::AtomId(atom)]);
            }
        }
        let fields =
            model.fields.iter().map(|(_, f)| TupleSet::empty(atoms, 1 + f.range.arity())).collect();
        let mut instance = Instance { universe, sigs, fields, variables: Vec::new() };
        instance.close_universe(model);
        instance
    }

    /// Makes `univ` the union of the top-level sigs, `Int` and `String`: to be called after the sigs
    /// were set.
    pub fn close_universe(&mut self, model: &Model) {
        let mut all = self.sigs[Sig::INT.0 as usize].union(&self.sigs[Sig::STRING.0 as usize]);
        for sig in model.top_level() {
            all = all.union(&self.sigs[sig.0 as usize]);
        }
        self.sigs[Sig::UNIVERSE.0 as usize] = all;
    }

    pub fn sig(&self, sig: SigId) -> &TupleSet {
        &self.sigs[sig.0 as usize]
    }

    pub fn field(&self, field: FieldId) -> &TupleSet {
        &self.fields[field.0 as usize]
    }

    pub fn get(&self, relation: Relation) -> &TupleSet {
        match relation {
            Relation::Sig(sig) => self.sig(sig),
            Relation::Field(field) => self.field(field),
            Relation::Variable(variable) => self
                .variables
                .iter()
                .find(|(id, _)| *id == variable)
                .map(|(_, tuples)| tuples)
                .expect("an instance holds every parameter of its command"),
        }
    }

    pub fn get_mut(&mut self, relation: Relation) -> &mut TupleSet {
        match relation {
            Relation::Sig(sig) => &mut self.sigs[sig.0 as usize],
            Relation::Field(field) => &mut self.fields[field.0 as usize],
            Relation::Variable(variable) => self
                .variables
                .iter_mut()
                .find(|(id, _)| *id == variable)
                .map(|(_, tuples)| tuples)
                .expect("an instance holds every parameter of its command"),
        }
    }
}
