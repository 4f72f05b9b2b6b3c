//! A command about traces as one about instances: what `unroll` makes of it.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::{Command, FieldId, Formula, FunctionId, Model, SigId, VariableId};
use crate::source::Span;

/// The relations that an instance gives a value to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relation {
    Sig(SigId),
    Field(FieldId),
    /// A parameter of the command, or a witness.
    Variable(VariableId),
}

/// A command about traces as one about instances, made when it is first asked for. A copy of the command may later
/// ask for something else, and makes its own.
#[derive(Debug, Default)]
pub struct Unrolling(pub(crate) OnceLock<Box<UnrolledCommand>>);

impl Clone for Unrolling {
    fn clone(&self) -> Unrolling {
        Unrolling::default()
    }
}

/// A command about traces, as one about instances.
#[derive(Clone, Debug)]
pub struct UnrolledCommand {
    /// The model with a copy of each mutable relation for each state. The ids of the model that it is made of mean the
    /// same here. A relation that is mutable there is the first state's, and a mutable top-level sig all that it ever
    /// holds.
    pub model: Model,
    pub command: Command,
    /// The goal of a check in a form that says the same of an instance and is asked whether there is one: its
    /// witnesses are those of all states. `None` if it has no other form.
    pub denied: Option<Formula>,
    /// The same of a shortest counterexample, if that says more. Where there is a counterexample, its beginning up
    /// to where it breaks the assertion satisfies this.
    pub shortest: Option<Formula>,
    pub(crate) copies: StateCopies,
    pub(crate) shape: TraceShape,
    /// The variables that were there before and have copies now.
    pub(crate) originals: FxHashMap<VariableId, VariableId>,
}

#[derive(Clone, Debug)]
pub(crate) struct StateCopies {
    pub(crate) of: FxHashMap<Relation, Vec<Relation>>,
    /// The relations that have copies, in order.
    pub(crate) order: Vec<Relation>,
    /// True for each sig that changes.
    pub(crate) mutable: Vec<bool>,
    /// True if a top-level sig changes: then `univ` does.
    pub(crate) has_mutable_atoms: bool,
    /// The predicates that two states are the same.
    pub(crate) same: FxHashMap<(usize, usize), FunctionId>,
}

#[derive(Clone, Debug)]
pub(crate) struct TraceShape {
    /// The sig of the hidden atom.
    pub(crate) trace: SigId,
    /// The least number of states.
    pub(crate) least: usize,
    /// There are loops.
    pub(crate) is_looping: bool,
    /// `longer[i - 1]`: there are more than i states.
    pub(crate) longer: Vec<SigId>,
    /// `later[l - 1]`: the loop begins at state l or later.
    pub(crate) later: Vec<SigId>,
    pub(crate) span: Span,
}
