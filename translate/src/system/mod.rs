//! A command about infinite traces as a system of variables: first states, steps, and what must come again and again.
//!
//! *Problem.* A search for traces of so many states says nothing of longer ones. A proof for all of them needs the step
//! by itself. *Choice.* The facts and the goal are taken apart once more, as in `lang/unroll`, but over two states: the
//! cells of what changes are variables with a value in this state and one in the next, those of what never changes keep
//! their value, and what a formula says of other states becomes variables, too (`encode/time.rs`). What is left are
//! formulas about a first state, formulas about a step, and bits that an infinite trace makes true infinitely often.
//! The command has a trace if and only if the system has an endless run in which each of these bits comes infinitely
//! often. The conjuncts of facts and goal are read first as they are (`encode/said.rs`): `always F` is a step, `always
//! eventually F` comes infinitely often, `eventually F` is one variable that remembers. Only what is left has monitors.
//!
//! *Rejected.* To take next values for functions of this state: a spec says what may follow and not what does. The
//! unrolled command of two states: it knows each operator by what it says in so many states.
//!
//! A mutable top-level sig has atoms that it ever holds, which never change, and those of a state are among them. If
//! the scope wants so many of them, each has to come some time.
//!
//! *Sources.* Clarke, Grumberg, Hamaguchi, "Another look at LTL model checking", 1997; Biere, Heljanko, Wieringa,
//! "AIGER 1.9 and beyond", 2011.

mod aiger;
mod build;
mod clauses;
mod counting;
mod lasso;
#[cfg(test)]
mod tests;

pub use aiger::AigerVersion;

use crate::bounds::Cell;
use crate::circuit::{Bit, Circuit};

/// Variables, and circuits over their values in a state and in the next one.
///
/// Invariant: a bit of `initial` depends on values of this state only.
#[derive(Clone, Debug)]
pub struct TraceSystem {
    pub(crate) circuit: Circuit,
    pub variables: Vec<SystemVariable>,
    /// What holds in a first state.
    pub(crate) initial: Vec<Bit>,
    /// What holds in each step.
    pub(crate) step: Vec<Bit>,
    /// What holds in infinitely many steps.
    pub(crate) fair: Vec<Bit>,
}

/// A variable of a system.
#[derive(Clone, Debug)]
pub struct SystemVariable {
    pub name: String,
    pub meaning: SystemMeaning,
    pub(crate) now: Bit,
    /// The same as `now` if it never changes.
    pub(crate) next: Bit,
}

/// What a variable of a system stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SystemMeaning {
    /// A cell of the spec.
    Cell(Cell),
    /// Bookkeeping: what was, or what has to come.
    Memory,
}

impl SystemVariable {
    /// That the variable is true, or that it is not, in the words of a spec if it is a cell.
    pub fn said(&self, is_true: bool) -> String {
        match (is_true, self.name.split_once(" in ")) {
            (true, _) => self.name.clone(),
            (false, Some((tuple, set))) => format!("{tuple} not in {set}"),
            (false, None) => format!("not {}", self.name),
        }
    }
}

impl TraceSystem {
    /// The number of bits that come infinitely often.
    pub fn fair(&self) -> usize {
        self.fair.len()
    }

    /// The inputs that are neither a variable's value now nor its next one.
    pub(crate) fn free_inputs(&self) -> Vec<Bit> {
        let known: rustc_hash::FxHashSet<Bit> =
            self.variables.iter().flat_map(|variable| [variable.now, variable.next]).collect();
        self.circuit.input_bits().filter(|bit| !known.contains(bit)).collect()
    }

    /// A new variable that remembers something.
    pub(crate) fn remember(&mut self, name: String) -> (Bit, Bit) {
        let (now, next) = (self.circuit.input(), self.circuit.input());
        self.variables.push(SystemVariable { name, meaning: SystemMeaning::Memory, now, next });
        (now, next)
    }
}
