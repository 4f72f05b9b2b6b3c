//! Operations of a program under test, and what a spec says about their effects.
//!
//! ```text
//! Spec ─► operations ─► Operation       found by the names of predicates: NAME_pre, NAME_post, …
//! Operation, its command ─► Judge       which inputs there are is the command's question
//! (input, answer) ─► Judge ─► Violated  the conjuncts that do not hold, with both sides
//! ```
//!
//! An input is a heap of the command. An answer is the heap afterwards and the returned value. Both
//! become instances over one universe, in which the postcondition is evaluated.

mod answers;
mod behaviours;
mod find;
mod invariant;
mod judge;
mod liveness;
mod parameters;
mod renamings;
mod states;
#[cfg(test)]
mod tests;
mod throwing;
mod violated;

use korrel_enumerate::heap::Member;
use korrel_lang::model::{Command, Formula, FunctionId, VariableId};

pub use behaviours::{ActionCall, AllowedCall, AllowedCalls, Behaviour, Behaviours, NextState};
pub use find::{declared, left_out, operation, operations};
pub use judge::Judge;
pub use liveness::without_liveness;
pub use renamings::{ObjectRenaming, normal, rename};
pub use states::{constructor, state_root, states};
pub use throwing::{IdleThrows, idle_throws};
pub use violated::ViolatedConjunct;

/// A method under test.
#[derive(Clone, Debug)]
pub struct Operation {
    pub name: String,
    /// Its instances are the inputs. Its parameters are those of the operation.
    pub command: Command,
    /// The spec says how large inputs are: a command for them has a scope. Else the scope given
    /// counts, or inputs grow.
    pub is_scoped: bool,
    pub post: Option<Condition>,
    pub throws: Option<Condition>,
    /// The invariant that the roots of an input satisfy, and must satisfy afterwards.
    pub invariant: Option<Invariant>,
}

/// A predicate whose parameters are those of an operation, by name.
#[derive(Clone, Debug)]
pub struct Condition {
    pub predicate: FunctionId,
    pub formula: Formula,
    /// Each of its parameters, and that of the operation.
    pub parameters: Vec<(VariableId, VariableId)>,
    /// `result`, where it is declared.
    pub result: Option<Member>,
}

/// A predicate of one parameter.
#[derive(Clone, Debug)]
pub struct Invariant {
    pub predicate: FunctionId,
    /// The formula that it holds of the roots of its type, in the state in which they are read.
    pub formula: Formula,
}
