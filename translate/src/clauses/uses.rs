//! The uses of gates, and the gates whose clauses are not those of a conjunction.
//!
//! Whoever takes a gate apart asks of each gate in it whether it is a choice or a selection, again and again. That is found
//! out once, gate after gate.

use crate::circuit::{Bit, Circuit};

use super::definition::{choice, selection};

/// What is known of each gate before any has clauses.
#[derive(Clone, Debug, Default)]
pub(super) struct Uses {
    /// The number of references to each gate under the roots.
    counts: Vec<u32>,
    /// The special forms of each gate, as a set.
    forms: Vec<u8>,
}

const CHOICE: u8 = 1;
const SELECTION: u8 = 2;

impl Uses {
    /// The references by gates under the roots and by the roots.
    pub fn under(circuit: &Circuit, roots: &[Bit]) -> Uses {
        let mut counts = vec![0; circuit.len()];
        let mut stack: Vec<Bit> = roots.to_vec();
        while let Some(bit) = stack.pop() {
            if circuit.given_up().is_some() {
                break;
            }
            counts[bit.gate()] += 1;
            if counts[bit.gate()] == 1 {
                stack.extend(circuit.conjuncts(bit.gate()).into_iter().flatten());
            }
        }
        let mut uses = Uses { counts, forms: Vec::new() };
        uses.grow(circuit);
        uses
    }

    /// Adds the gates that the circuit got since. Nothing under the roots uses them.
    pub fn grow(&mut self, circuit: &Circuit) {
        self.counts.resize(circuit.len(), 0);
        for gate in self.forms.len()..circuit.len() {
            let is_choice = choice(circuit, gate, self).is_some();
            let is_selection = selection(circuit, gate).is_some();
            let form = |is: bool, form: u8| if is { form } else { 0 };
            self.forms.push(form(is_choice, CHOICE) | form(is_selection, SELECTION));
        }
    }

    pub fn of(&self, gate: usize) -> u32 {
        self.counts[gate]
    }

    /// True if [`choice`] recognises the gate.
    pub fn is_choice(&self, gate: usize) -> bool {
        self.forms[gate] & CHOICE != 0
    }

    /// True if [`selection`] recognises the gate.
    pub fn is_selection(&self, gate: usize) -> bool {
        self.forms[gate] & SELECTION != 0
    }

    /// True if neither does.
    pub fn is_plain(&self, gate: usize) -> bool {
        self.forms[gate] == 0
    }
}
