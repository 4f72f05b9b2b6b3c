//! The values that a circuit computes from given inputs.

use super::gate::Gate;
use super::{Bit, Circuit};

/// The value of every gate under one assignment of the inputs.
#[derive(Clone, Debug)]
pub struct GateValues(Vec<bool>);

impl GateValues {
    pub fn get(&self, bit: Bit) -> bool {
        self.0[bit.gate()] != bit.is_negated()
    }
}

impl Circuit {
    /// The value of every gate; [`GateValues::get`] reads it.
    ///
    /// # Panics
    /// If there are fewer values than inputs.
    pub fn evaluate(&self, inputs: &[bool]) -> GateValues {
        let mut values = GateValues(Vec::with_capacity(self.nodes.len()));
        for gate in 0..self.nodes.len() {
            let value = match self.gate(gate) {
                Gate::True => true,
                Gate::Input(number) => inputs[number],
                Gate::And(children) => children.iter().all(|&child| values.get(child)),
            };
            values.0.push(value);
        }
        values
    }
}
