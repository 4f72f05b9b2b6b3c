//! A formula of which some cells are known and some are one: its definitions, simplified.
//!
//! Definitions that say the same become one, and those that are known go. So what a permutation leaves as it is speaks of
//! fewer cells, by fewer definitions.

use std::collections::HashMap;

use crate::formula::Formula;

/// A literal: twice its variable, and one more if it is negated.
pub(crate) type Code = u32;

/// The variable 0 is true.
pub(crate) const TRUE: Code = 0;
pub(crate) const FALSE: Code = 1;

/// Cells, and conjunctions of literals that come before.
#[derive(Debug)]
pub(crate) struct Circuit {
    /// The variables 1 to this one are cells. The others are conjunctions.
    pub(crate) cells: u32,
    /// The literals of all conjunctions, one after the other. Of each, no variable is there twice.
    inputs: Vec<Code>,
    /// Where the literals of each conjunction end.
    ends: Vec<usize>,
    /// The literals that all hold.
    pub(crate) roots: Vec<Code>,
}

impl Circuit {
    /// `becomes`: a literal for each variable of an open cell, the first one is not used. `held` literals hold beside
    /// the roots of the formula.
    pub(crate) fn new(formula: &Formula, cells: u32, becomes: &[Code], held: &[Code]) -> Circuit {
        let mut circuit =
            Circuit { cells, inputs: Vec::new(), ends: Vec::new(), roots: held.to_vec() };
        let mut becomes = becomes.to_vec();
        let of = |becomes: &[Code], literal: i32| {
            becomes[literal.unsigned_abs() as usize] ^ Code::from(literal < 0)
        };
        let mut known = HashMap::new();
        for (_, inputs) in formula.definitions() {
            let inputs = inputs.iter().map(|&input| of(&becomes, input)).collect();
            becomes.push(circuit.conjunction(inputs, &mut known));
        }
        circuit.roots.extend(formula.roots.iter().map(|&root| of(&becomes, root)));
        if formula.is_false {
            circuit.roots.push(FALSE);
        }
        circuit
    }

    /// The literal that says that all of these hold.
    fn conjunction(&mut self, mut inputs: Vec<Code>, known: &mut HashMap<Vec<Code>, Code>) -> Code {
        inputs.sort_unstable();
        inputs.dedup();
        inputs.retain(|&input| input != TRUE);
        // A literal and its negation are neighbours.
        if inputs.contains(&FALSE) || inputs.windows(2).any(|pair| pair[0] == pair[1] ^ 1) {
            return FALSE;
        }
        match *inputs {
            [] => return TRUE,
            [only] => return only,
            _ => {}
        }
        let next = 2 * (self.variables() + 1);
        *known.entry(inputs).or_insert_with_key(|inputs| {
            self.inputs.extend(inputs);
            self.ends.push(self.inputs.len());
            next
        })
    }

    /// The greatest variable.
    pub(crate) fn variables(&self) -> u32 {
        self.cells + self.ends.len() as u32
    }

    /// The literals of a conjunction. A cell has none.
    pub(crate) fn inputs(&self, variable: u32) -> &[Code] {
        let Some(at) = variable.checked_sub(self.cells + 1) else { return &[] };
        let at = at as usize;
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        &self.inputs[start..self.ends[at]]
    }
}
