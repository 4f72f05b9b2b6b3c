//! Two states: the instance before an operation and the one after it, over one universe.
//!
//! A name is read in the state that the marks around it say; without one, in that before. A bound
//! variable stands for the same value in both, since it stands for atoms and not for a name. A
//! parameter, to which each instance gives a value of its own, has one in each state: a root that
//! an operation has changed. The memory of a large instance is the memory of one state.

use std::rc::Rc;

use crate::arena::Id;
use crate::instance::Instance;
use crate::model::{Model, State};

use super::Evaluator;
use super::large::Large;
use super::memory::Memory;
use super::value::{Content, VariableValue};

/// The state in which names are not read at the moment.
pub(super) struct Other<'a> {
    instance: &'a Instance,
    large: Option<Large>,
}

impl<'a> Evaluator<'a> {
    /// Reads formulas of two states. The parameters of the one before are bound, until names are read
    /// after it: then those of the other one are.
    ///
    /// # Panics
    /// If the two are not over one universe.
    pub fn of_states(model: &'a Model, before: &'a Instance, after: &'a Instance) -> Self {
        assert!(before.universe == after.universe, "two states have one universe");
        let mut evaluator = Evaluator::new(model, before);
        evaluator.memory = Some(Memory::default());
        evaluator.other = Some(Other { instance: after, large: Large::of(after) });
        evaluator
    }

    /// Evaluates `inside` where names are read in a state.
    ///
    /// # Panics
    /// If there is one state only: a caller that evaluates a formula of two states gives both.
    pub(super) fn in_state<R>(&mut self, state: State, inside: impl FnOnce(&mut Self) -> R) -> R {
        if state == self.state {
            return inside(self);
        }
        let outer = self.state;
        self.change_state(state);
        let result = inside(self);
        self.change_state(outer);
        result
    }

    fn change_state(&mut self, state: State) {
        let other = self.other.as_mut().expect("a formula of two states is read in two");
        std::mem::swap(&mut self.instance, &mut other.instance);
        std::mem::swap(&mut self.large, &mut other.large);
        self.state = state;
        for (variable, value) in self.instance.variables() {
            self.bindings[variable.index()] =
                Some(VariableValue::plain(Content::Relation(Rc::new(value.clone()))));
        }
    }

    pub(super) fn forget_other(&mut self) {
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
        if let Some(Other { large: Some(large), .. }) = &mut self.other {
            *large = Large::default();
        }
    }
}
