//! A value for each relation of a spec.

use std::sync::Arc;

use crate::model::{FieldId, Model, Sig, SigId, Type, VariableId};
use crate::per_relation::PerRelation;
use crate::tuples::TupleSet;
use crate::universe::{AtomId, Universe};

pub use crate::model::Relation;

/// The atoms of each sig, and the tuples of each field and each parameter.
///
/// Invariant: there is a value for each relation of the model, and `Int`, `seq/Int`, `String` and `univ`
/// are filled in (`univ` is the union of the other top-level ones).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instance {
    pub universe: Arc<Universe>,
    pub relations: PerRelation<TupleSet>,
}

/// A value beside an instance: a parameter's, or that of a variable for which an assertion fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    pub name: String,
    pub tuples: Vec<Vec<AtomId>>,
    pub ty: Type,
}

impl Instance {
    /// Every relation empty, but for the integers and strings, which always exist.
    pub fn empty(model: &Model, universe: Arc<Universe>) -> Instance {
        let atoms = universe.len();
        let sigs = model.sigs.iter().map(|_| TupleSet::empty(atoms, 1));
        let fields = model.fields.iter();
        let fields = fields.map(|(_, field)| TupleSet::empty(atoms, 1 + field.range.arity()));
        let mut relations = PerRelation::new(sigs.collect(), fields.collect());
        for sig in [Sig::INT, Sig::SEQ_INT, Sig::STRING] {
            for atom in universe.block(sig) {
                relations[Relation::Sig(sig)].insert(&[AtomId(atom)]);
            }
        }
        let mut instance = Instance { universe, relations };
        instance.close_universe(model);
        instance
    }

    /// Makes `univ` the union of the top-level sigs, `Int` and `String`: to be called after the sigs
    /// were set.
    pub fn close_universe(&mut self, model: &Model) {
        let mut all = self.sig(Sig::INT).union(self.sig(Sig::STRING));
        // In place: of two thousand sigs, a set that is made anew for each takes longer than all else.
        for sig in model.top_level() {
            self.sig(sig).indices().for_each(|atom| all.insert_index(atom));
        }
        *self.get_mut(Relation::Sig(Sig::UNIVERSE)) = all;
    }

    pub fn sig(&self, sig: SigId) -> &TupleSet {
        &self.relations.sigs()[sig]
    }

    pub fn field(&self, field: FieldId) -> &TupleSet {
        &self.relations.fields()[field]
    }

    /// The parameters, in order of declaration.
    pub fn variables(&self) -> &[(VariableId, TupleSet)] {
        self.relations.variables()
    }

    pub fn get(&self, relation: Relation) -> &TupleSet {
        &self.relations[relation]
    }

    pub fn get_mut(&mut self, relation: Relation) -> &mut TupleSet {
        &mut self.relations[relation]
    }
}
