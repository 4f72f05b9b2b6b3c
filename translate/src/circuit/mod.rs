//! Boolean circuits: the form of a formula before it becomes clauses.
//!
//! The problem: grounding a spec yields the same subformulas over and over, many of them constant
//! under the bounds. The choice: and-inverter graphs (Kuehlmann, Krohm 1997) with conjunctions of
//! any width. There is one kind of gate, AND. Negation is a sign on the reference. Equal gates are
//! made once (hash-consing), so equality of circuits found by construction is equality of numbers.
//! Wide gates rather than binary ones, because a conjunction of n clauses is then n clauses and not
//! n − 1 auxiliary variables. Nested conjunctions are not flattened here, which would lose sharing
//! and can grow quadratically. `clauses` does that where a gate has one use. Rejected: reduced ordered
//! BDDs (canonical, and exponential on the relational joins that specs are made of).

// In reading order.
mod gate;

mod connectives;

mod simplify;

mod cardinality;

mod budget;

pub mod matrix;

pub mod word;

use korrel_sat::Effort;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use budget::Budget;
use gate::GateStore;
use simplify::{Group, RowNumber};

pub(crate) use budget::BYTES;
pub use budget::GivenUp;
pub use gate::Bit;
pub(crate) use gate::Gate;

/// The conjuncts of a gate to be: few, as a rule, and not worth an allocation.
type Conjuncts = SmallVec<[Bit; 8]>;

/// A growing set of gates.
///
/// Invariant: a gate's children are older than itself, sorted, of different gates, and not
/// constant. No two AND gates have the same children.
#[derive(Clone, Debug)]
pub struct Circuit {
    gates: GateStore,
    /// The gate of each input.
    inputs: Vec<u32>,
    /// The value that each gate is taken for. It is only as long as it needs to be.
    assumed: Vec<Option<bool>>,
    /// The group of inputs, at most one of which is true, for each gate. It is only as long as it needs to be.
    group_of: Vec<Group>,
    /// The number of groups.
    groups: Group,
    /// For each gate the row of inputs, at most one of which is true in what counts (`simplify.rs`). It is only as long
    /// as it needs to be.
    row_of: Vec<RowNumber>,
    /// The number of rows.
    rows: RowNumber,
    /// The unary counters of sets that were compared, as long as was asked for.
    counters: FxHashMap<Vec<Bit>, Vec<Bit>>,
    budget: Budget,
    /// Set once the budget is spent. No gates are made from there on.
    given_up: Option<GivenUp>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit::new()
    }
}

impl Circuit {
    pub fn new() -> Circuit {
        Circuit {
            gates: GateStore::new(),
            inputs: Vec::new(),
            assumed: Vec::new(),
            group_of: Vec::new(),
            groups: 0,
            row_of: Vec::new(),
            rows: 0,
            counters: FxHashMap::default(),
            budget: Budget::of(&Effort::default()),
            given_up: None,
        }
    }

    /// A new input. Inputs are numbered from 0 in the order of their making.
    pub fn input(&mut self) -> Bit {
        let gate = self.gates.push(&[]);
        self.inputs.push(gate as u32);
        Bit::of_gate(gate, false)
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// All inputs, in the order of their making.
    pub fn input_bits(&self) -> impl Iterator<Item = Bit> + '_ {
        self.inputs.iter().map(|&gate| Bit::of_gate(gate as usize, false))
    }

    /// The number of gates, the constant and the inputs among them.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    /// The conjunction. That of no bits is true.
    pub fn and(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        if let Some(worthless) = self.worthless() {
            return worthless;
        }
        let mut bits: Conjuncts = bits.into_iter().collect();
        if !self.normalise(&mut bits) {
            return Bit::FALSE;
        }
        match bits[..] {
            [] => Bit::TRUE,
            [bit] => bit,
            _ => {
                let gate = self.gate_of(&bits);
                self.known(gate)
            }
        }
    }
}

// The values that a circuit computes from given inputs.

/// The value of every gate under one assignment of the inputs.
#[derive(Clone, Debug)]
pub struct GateValues(Vec<bool>);

impl GateValues {
    pub fn get(&self, bit: Bit) -> bool {
        self.0[bit.gate()] != bit.is_negated()
    }
}

impl Circuit {
    /// The value of every gate. [`GateValues::get`] reads it.
    ///
    /// # Panics
    /// If there are fewer values than inputs.
    pub fn evaluate(&self, inputs: &[bool]) -> GateValues {
        let mut values = GateValues(Vec::with_capacity(self.gates.len()));
        for gate in 0..self.gates.len() {
            let value = match self.gate(gate) {
                Gate::True => true,
                Gate::Input(number) => inputs[number],
                Gate::And(children) => children.iter().all(|&child| values.get(child)),
            };
            values.0.push(value);
        }
        values
    }

    /// The value of every gate that has none yet, for 64 assignments at once.
    pub(crate) fn evaluate_words(&self, inputs: &[u64], words: &mut Vec<u64>) {
        for gate in words.len()..self.gates.len() {
            let word = match self.gate(gate) {
                Gate::True => !0,
                Gate::Input(number) => inputs[number],
                Gate::And(children) => children.iter().fold(!0, |word, child| {
                    let value = words[child.gate()];
                    word & if child.is_negated() { !value } else { value }
                }),
            };
            words.push(word);
        }
    }
}

#[cfg(test)]
mod tests;
