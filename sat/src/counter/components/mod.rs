//! Taking apart: which open variables are held together by clauses that are not satisfied.

mod cache;
mod known;
mod likeness;

use super::formula::Residual;
use crate::Var;

pub use known::{ComponentKeys, KnownComponents};

/// Variables that no clause ties to others.
pub struct Component {
    pub variables: Vec<Var>,
    /// One of them is projected.
    pub is_counted: bool,
    /// Stands for the variables and the clauses.
    pub key: u128,
}

/// The parts into which the rest of some variables falls.
#[derive(Default)]
pub struct Split {
    pub components: Vec<Component>,
    /// Projected variables that no clause speaks of any more.
    pub free: Vec<Var>,
}

/// Finds components; its marks are used again and again.
pub struct ComponentSplitter {
    round: u32,
    variables: Vec<u32>,
    clauses: Vec<u32>,
}

impl ComponentSplitter {
    pub fn new(variables: usize, clauses: usize) -> ComponentSplitter {
        ComponentSplitter { round: 0, variables: vec![0; variables], clauses: vec![0; clauses] }
    }

    /// Takes apart what is open of these variables; small components come first, for they are quick to
    /// show that there is nothing to count.
    pub fn split(&mut self, residual: &Residual, variables: &[Var]) -> Split {
        self.next_round();
        let mut split = Split::default();
        for &var in variables {
            if !residual.is_open(var) || self.variables[var.index()] == self.round {
                continue;
            }
            if residual.activity(var) > 0 {
                split.components.push(self.component(residual, var));
            } else if residual.is_projected(var) {
                split.free.push(var);
            }
        }
        split.components.sort_by_key(|component| component.variables.len());
        split
    }

    fn next_round(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.variables.fill(0);
            self.clauses.fill(0);
            self.round = 1;
        }
    }

    /// The component of a variable: all that hangs together with it.
    fn component(&mut self, residual: &Residual, var: Var) -> Component {
        let mut component = Component { variables: vec![var], is_counted: false, key: 0 };
        self.variables[var.index()] = self.round;
        let mut at = 0;
        while at < component.variables.len() {
            let var = component.variables[at];
            at += 1;
            component.is_counted |= residual.is_projected(var);
            component.key = component.key.wrapping_add(spread(2 * var.index() as u64));
            for lit in [var.positive(), var.negative()] {
                for &clause in residual.formula.occurrences(lit) {
                    self.add_clause(residual, clause, &mut component);
                }
            }
        }
        component
    }

    #[inline]
    fn add_clause(&mut self, residual: &Residual, clause: u32, component: &mut Component) {
        if self.clauses[clause as usize] == self.round || residual.is_satisfied(clause) {
            return;
        }
        self.clauses[clause as usize] = self.round;
        let literals = residual.formula.clause(clause);
        // If a clause has two literals, both are open, or propagation would have satisfied the
        // clause: then the variables tell that it is there.
        if literals.len() > 2 {
            component.key = component.key.wrapping_add(spread(2 * u64::from(clause) + 1));
        }
        for lit in literals {
            let var = lit.var();
            if residual.is_open(var) && self.variables[var.index()] != self.round {
                self.variables[var.index()] = self.round;
                component.variables.push(var);
            }
        }
    }
}

/// 128 bits that look random, of which sums stand for sets.
pub fn spread(number: u64) -> u128 {
    let high = mixed(number.wrapping_add(0x9e37_79b9_7f4a_7c15));
    let low = mixed(high ^ number.wrapping_mul(0xd134_2543_de82_ef95));
    u128::from(high) << 64 | u128::from(low)
}

/// The finaliser of SplitMix64 (Steele, Lea, Flood 2014).
pub fn mixed(x: u64) -> u64 {
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
