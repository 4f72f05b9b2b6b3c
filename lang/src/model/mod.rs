//! The resolved spec: every name is an id, every implicit constraint is written out.
//!
//! This tree is all that the evaluator and the translator share. It is small on purpose: what the
//! resolver can express by something else is expressed so (`no x: e | F` is `all x: e | not F`;
//! `one x: e | F` is `one { x: e | F }`; a field's multiplicities are quantified formulas). Each
//! node that is left is a match arm in both.

// In reading order.
mod sig;

mod state;

mod declaration;

mod range;

mod function;

mod fact;

mod expr;

mod command;

pub(crate) mod build;

mod node;

use crate::arena::{Arena, id};

pub use crate::ast::{CommandKind, IntOp, Multiplicity, PairOp, RelationOp};

pub use command::{Command, Expect, IntegerScope, Scope, SequenceScope, SigScope, Sizes, Written};
pub use declaration::{Declaration, Variable};
pub use expr::{
    Comparison, Count, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Measure,
    Quantifier,
};
pub use fact::{Fact, FactOrigin};
pub use function::{Function, Value};
pub use node::{Binder, Descendants, FreeVariables, Node, NodeId, Reachable, conjuncts, states};
pub use range::Range;
pub use sig::{Field, Sig, SigKind, SigMultiplicity, Type};
pub use state::State;

id!(/// A signature.
    SigId);
id!(/// A field of a signature.
    FieldId);
id!(/// A predicate or a function.
    FunctionId);
id!(/// A bound variable or a parameter. Each declaration site has an id of its own.
    VariableId);

/// A spec, resolved.
///
/// Invariant: every id in it is valid; every expression is well-typed; no function calls itself,
/// directly or not; `sigs` starts with the built-in ones (see the constants of [`Sig`]).
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub sigs: Arena<SigId, Sig>,
    pub fields: Arena<FieldId, Field>,
    pub functions: Arena<FunctionId, Function>,
    pub variables: Arena<VariableId, Variable>,
    /// The formulas that hold in every instance, the implicit constraints of sigs and fields
    /// included.
    pub facts: Vec<Fact>,
    /// Sigs whose scopes are exact whatever a command says: arguments of a module that asks for it.
    pub exact: Vec<SigId>,
    pub commands: Vec<Command>,
}
