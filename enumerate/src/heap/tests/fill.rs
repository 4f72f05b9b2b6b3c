//! Instances without a solver.

use std::sync::Arc;

use korrel_lang::instance::{Instance, Relation};
use korrel_lang::model::{Model, SigId, SigKind, VariableId};
use korrel_lang::tuples::TupleSet;
use korrel_lang::universe::{Arithmetic, AtomId, Universe};

/// A universe with these numbers of atoms and integers from 0 to 4.
pub fn universe(sizes: &[(SigId, u32)], strings: &[&str]) -> Arc<Universe> {
    let strings: Vec<String> = strings.iter().map(|&text| text.to_owned()).collect();
    Arc::new(Universe::new(sizes, Some((0, 4)), &strings, 0, Arithmetic::Exact))
}

/// An instance that is filled by hand.
pub struct Fill<'a> {
    pub model: &'a Model,
    pub instance: Instance,
}

impl Fill<'_> {
    pub fn new(model: &Model, universe: Arc<Universe>) -> Fill<'_> {
        Fill { model, instance: Instance::empty(model, universe) }
    }

    /// The `index`-th atom of a top-level sig.
    pub fn atom(&self, top: SigId, index: u32) -> AtomId {
        AtomId(self.instance.universe.block(top).start + index)
    }

    pub fn int(&self, number: i64) -> AtomId {
        self.instance.universe.integer(number).expect("0 to 4 exist")
    }

    /// Puts an atom in a sig and in what that extends.
    pub fn put(&mut self, sig: SigId, index: u32) -> AtomId {
        let atom = self.atom(self.model.top(sig), index);
        let mut at = sig;
        self.add(Relation::Sig(at), &[atom]);
        while let SigKind::Extends(parent) = self.model.sigs[at].kind {
            self.add(Relation::Sig(parent), &[atom]);
            at = parent;
        }
        self.instance.close_universe(self.model);
        atom
    }

    /// Puts all values of an enum in.
    pub fn constants(&mut self, sig: SigId) -> Vec<AtomId> {
        let children = self.model.sigs[sig].children.clone();
        children.into_iter().zip(0..).map(|(child, index)| self.put(child, index)).collect()
    }

    pub fn add(&mut self, relation: Relation, tuple: &[AtomId]) {
        self.instance.get_mut(relation).insert(tuple);
    }

    pub fn parameter(&mut self, variable: VariableId, atoms: &[AtomId]) {
        self.instance.relations.declare(variable, self.set(atoms));
    }

    pub fn set(&self, atoms: &[AtomId]) -> TupleSet {
        let mut set = TupleSet::empty(self.instance.universe.len(), 1);
        for &atom in atoms {
            set.insert(&[atom]);
        }
        set
    }
}
