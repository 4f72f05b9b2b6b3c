//! What formulas of linear time are made of: formulas about a state and perhaps the next one.

use korrel_lang::evaluate::Evaluator;
use korrel_lang::instance::Instance;
use korrel_lang::model::{Formula, Model, Node, VariableId};
use korrel_lang::trace::Trace;
use korrel_lang::tuples::TupleSet;
use rustc_hash::FxHashMap;

/// A formula, with values for its free variables.
#[derive(Clone, Debug)]
struct Proposition {
    formula: Formula,
    bindings: Vec<(VariableId, TupleSet)>,
    /// It reads the next state, too.
    is_of_step: bool,
}

/// All of them, each once.
#[derive(Clone, Debug, Default)]
pub struct Propositions {
    all: Vec<Proposition>,
    numbers: FxHashMap<String, u32>,
}

impl Propositions {
    /// The number of a formula with these values for variables.
    pub fn add(
        &mut self,
        formula: Formula,
        bindings: &[(VariableId, TupleSet)],
        is_of_step: bool,
    ) -> u32 {
        let free = Node::Formula(&formula).free_variables();
        let is_free = |(variable, _): &&(VariableId, TupleSet)| free.contains(variable);
        let bindings: Vec<(VariableId, TupleSet)> =
            bindings.iter().filter(is_free).cloned().collect();
        let text = format!("{formula:?} {bindings:?}");
        let next = self.all.len() as u32;
        *self.numbers.entry(text).or_insert_with(|| {
            self.all.push(Proposition { formula, bindings, is_of_step });
            next
        })
    }

    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// True if no proposition speaks of an atom by its name.
    pub fn are_closed(&self) -> bool {
        self.all.iter().all(|one| one.bindings.is_empty())
    }

    pub fn are_of_states(&self) -> bool {
        self.all.iter().all(|one| !one.is_of_step)
    }

    /// Sets the bits of those that hold of a state.
    pub fn of_state(&self, model: &Model, state: Instance, holds: &mut [u64]) {
        self.judge(model, vec![state], holds);
    }

    /// Sets the bits of those that hold of a step.
    pub fn of_step(&self, model: &Model, states: [Instance; 2], holds: &mut [u64]) {
        self.judge(model, states.to_vec(), holds);
    }

    fn judge(&self, model: &Model, states: Vec<Instance>, holds: &mut [u64]) {
        let is_step = states.len() == 2;
        let trace = Trace { states, back: None };
        let mut evaluator = Evaluator::of_trace(model, &trace);
        for (at, one) in self.all.iter().enumerate().filter(|(_, one)| one.is_of_step == is_step) {
            for (variable, value) in &one.bindings {
                evaluator.bind(*variable, value.clone());
            }
            if evaluator.formula(&one.formula) {
                holds[at / 64] |= 1 << (at % 64);
            }
        }
    }
}
