//! The states of a behaviour, one after the other.

use crate::arena::Id;
use crate::instance::{Instance, Relation};
use crate::model::{Model, Sig};
use crate::tuples::TupleSet;
use crate::universe::{Atom, AtomId};

/// An infinite trace that ends in a loop, or the beginning of a trace.
///
/// Invariant: there is a state. All are over one universe, and agree on what is not `var` and on the parameters. The
/// loop begins at a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub states: Vec<Instance>,
    /// The state that follows the last one, or `None` in a beginning, of which nothing more is known.
    pub back: Option<usize>,
}

impl Trace {
    /// The number of steps: in a loop the last state has one, too.
    pub fn steps(&self) -> usize {
        self.states.len() - usize::from(self.back.is_none())
    }

    /// The first so many states, where the loop is gone through as often as that takes. `None` of a beginning that has
    /// fewer.
    pub fn first_states(&self, count: usize) -> Option<Vec<Instance>> {
        let mut states: Vec<Instance> = self.states.iter().take(count).cloned().collect();
        while states.len() < count {
            let period = self.states.len() - self.back?;
            states.push(states[states.len() - period].clone());
        }
        Some(states)
    }

    /// What never changes: a state in which mutable relations are empty, but for the atoms of which something else
    /// tells.
    pub fn configuration(&self, model: &Model) -> Instance {
        let first = &self.states[0];
        let mut told = first.clone();
        let sigs = model.sigs.iter().filter(|(_, sig)| sig.is_variable);
        let fields = model.fields.iter().filter(|(_, field)| field.is_variable);
        let changing = sigs.map(|(id, _)| Relation::Sig(id));
        for relation in changing.chain(fields.map(|(id, _)| Relation::Field(id))) {
            let value = told.get_mut(relation);
            *value = TupleSet::empty(value.atoms(), value.arity());
        }
        let sigs = model.sigs.ids().skip(Sig::STRING.index() + 1).map(Relation::Sig);
        let fields = model.fields.ids().map(Relation::Field);
        let parameters =
            first.variables().iter().map(|(variable, _)| Relation::Variable(*variable));
        let relations = sigs.chain(fields).chain(parameters);
        let tuples = relations.flat_map(|relation| told.get(relation).tuples().collect::<Vec<_>>());
        let atoms: Vec<AtomId> = tuples.flatten().collect();
        for atom in atoms {
            if let Atom::Object { sig, .. } = *first.universe.atom(atom) {
                told.get_mut(Relation::Sig(sig)).insert(&[atom]);
            }
        }
        told.close_universe(model);
        told
    }

    /// True of a beginning, and of the least lasso of an infinite trace: the loop is no shorter word some times
    /// over, and the state before the loop is not its last one, so that it begins no earlier.
    pub fn is_least(&self) -> bool {
        let Some(back) = self.back else { return true };
        let (before, word) = self.states.split_at(back);
        let repeats = |period: usize| word.chunks(period).all(|part| *part == word[..period]);
        let mut shorter = (1..word.len()).filter(|period| word.len().is_multiple_of(*period));
        !shorter.any(repeats) && before.last() != word.last()
    }
}
