//! A circuit as a list of operations on words.

use crate::circuit::{Bit, Circuit, Gate};

/// The gates that some bits need, in order. A word has a bit for each state.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// The end of each operation's operands.
    ends: Vec<u32>,
    /// Twice the slot of an operand, and 1 more if it is negated.
    operands: Vec<u32>,
    /// The value of each slot: that of truth, those of the inputs, and those of the operations.
    words: Vec<u64>,
    inputs: usize,
}

impl Program {
    /// The program that computes these bits, and where their values are: a slot as operands have it.
    pub fn new(
        circuit: &Circuit,
        inputs: usize,
        bits: &[Bit],
    ) -> (Program, impl Iterator<Item = u32>) {
        let mut slots = vec![u32::MAX; circuit.len()];
        let mut open: Vec<usize> = bits.iter().map(|bit| bit.gate()).collect();
        let mut needed = Vec::new();
        while let Some(gate) = open.pop() {
            if std::mem::replace(&mut slots[gate], 0) == 0 {
                continue;
            }
            match circuit.gate(gate) {
                Gate::True => {}
                Gate::Input(number) => slots[gate] = 1 + number as u32,
                Gate::And(children) => {
                    needed.push(gate);
                    open.extend(children.iter().map(|child| child.gate()));
                }
            }
        }
        needed.sort_unstable();
        let (mut ends, mut operands) = (Vec::new(), Vec::new());
        for gate in needed {
            slots[gate] = (1 + inputs + ends.len()) as u32;
            let children = circuit.conjuncts(gate).into_iter().flatten();
            operands.extend(children.map(|&child| operand(&slots, child)));
            ends.push(operands.len() as u32);
        }
        let words = vec![!0; 1 + inputs + ends.len()];
        let found: Vec<u32> = bits.iter().map(|&bit| operand(&slots, bit)).collect();
        (Program { ends, operands, words, inputs }, found.into_iter())
    }

    pub fn run(&mut self, inputs: &[u64]) {
        self.words[1..=self.inputs].copy_from_slice(inputs);
        let (mut from, first) = (0, 1 + self.inputs);
        for (at, &end) in self.ends.iter().enumerate() {
            let operands = &self.operands[from..end as usize];
            let word = operands.iter().fold(!0, |word, &operand| word & self.word(operand));
            self.words[first + at] = word;
            from = end as usize;
        }
    }

    /// The value of an operand.
    #[inline]
    pub fn word(&self, operand: u32) -> u64 {
        self.words[(operand >> 1) as usize] ^ 0_u64.wrapping_sub(u64::from(operand & 1))
    }
}

fn operand(slots: &[u32], bit: Bit) -> u32 {
    2 * slots[bit.gate()] + u32::from(bit.is_negated())
}
