//! Clauses that anybody can read back as gates.
//!
//! A proof about a formula is read by others, who must see that auxiliary variables are no more than names of what the
//! inputs say. So each gate is defined by itself, in both directions, after its children (Tseitin 1968): one clause
//! `gate ∨ ¬child ∨ …`, and `¬gate ∨ child` for each child. Then come the roots.

use korrel_sat::{Cnf, Lit, Var};

use crate::circuit::{Bit, Circuit, Gate};

/// A formula with a variable for each gate.
#[derive(Clone, Debug)]
pub struct PlainFormula {
    pub cnf: Cnf,
    /// The first variables are the inputs, so many.
    pub inputs: usize,
    /// The children of the gates, in the order of their variables, which come after the inputs.
    pub gates: Vec<Vec<Lit>>,
    /// What holds. None if nothing can hold all of it.
    pub roots: Option<Vec<Lit>>,
    variables: Vec<Option<Var>>,
}

impl PlainFormula {
    /// The formula that all roots hold. The bits of `named` get variables, too.
    pub(crate) fn new(circuit: &Circuit, roots: &[Bit], named: &[Bit]) -> PlainFormula {
        let is_needed = needed(circuit, roots.iter().chain(named));
        let inputs = circuit.inputs();
        let mut this = PlainFormula {
            cnf: Cnf::with_primary(inputs as u32),
            inputs,
            gates: Vec::new(),
            roots: None,
            variables: vec![None; circuit.len()],
        };
        for gate in (0..circuit.len()).filter(|&gate| is_needed[gate]) {
            match circuit.gate(gate) {
                Gate::True => {}
                Gate::Input(number) => this.variables[gate] = Some(Var::new(number as u32)),
                Gate::And(children) => {
                    let children: Vec<Lit> = children.iter().map(|&bit| this.lit(bit)).collect();
                    let var = this.cnf.fresh();
                    this.variables[gate] = Some(var);
                    let whole =
                        [var.positive()].into_iter().chain(children.iter().map(|&lit| !lit));
                    this.cnf.add_clause(whole);
                    children.iter().for_each(|&lit| this.cnf.add_clause([var.negative(), lit]));
                    this.gates.push(children);
                }
            }
        }
        if roots.contains(&Bit::FALSE) {
            this.cnf.add_clause([]);
            return this;
        }
        let mut asserted: Vec<Lit> =
            roots.iter().filter(|bit| !bit.is_constant()).map(|&bit| this.lit(bit)).collect();
        asserted.sort_unstable();
        asserted.dedup();
        asserted.iter().for_each(|&lit| this.cnf.add_clause([lit]));
        this.roots = Some(asserted);
        this
    }

    /// The literal of a bit that has one.
    pub(crate) fn lit(&self, bit: Bit) -> Lit {
        let var = self.variables[bit.gate()].expect("what is named has a variable");
        var.lit(!bit.is_negated())
    }
}

/// The gates on which bits depend.
fn needed<'b>(circuit: &Circuit, bits: impl Iterator<Item = &'b Bit>) -> Vec<bool> {
    let mut is_needed = vec![false; circuit.len()];
    let mut open: Vec<Bit> = bits.copied().collect();
    while let Some(bit) = open.pop() {
        if !std::mem::replace(&mut is_needed[bit.gate()], true) {
            open.extend(circuit.conjuncts(bit.gate()).into_iter().flatten());
        }
    }
    is_needed
}
