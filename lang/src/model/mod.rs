//! The resolved spec: every name is an id, every implicit constraint is written out.
//!
//! The evaluator and the translator share this tree and nothing else. It is small on purpose: what the
//! resolver can express by something else is expressed so. `no x: e | F` is `all x: e | not F`,
//! `one x: e | F` is `one { x: e | F }`, and a field's multiplicities are quantified formulas. Each
//! node that is left is a match arm in both.

// In reading order.
mod sig;

mod declaration;

mod range;

mod expr;

mod command;

pub(crate) mod build;

mod node;

mod time;

mod actions;

mod unrolled;

use crate::arena::{Arena, id};
use crate::source::Span;

pub use crate::ast::{CommandKind, IntOp, Multiplicity, PairOp, RelationOp};
pub use command::{
    Command, CommandSpans, Expect, IntegerScope, Scope, SequenceScope, SigScope, Sizes, StepEnd,
    StepScope, TraceKind,
};
pub use declaration::{Declaration, Variable};
pub use expr::{
    Comparison, Count, Expr, ExprKind, Formula, FormulaKind, IntExpr, IntExprKind, Measure,
    Quantifier, TemporalOp,
};
pub use node::{Binder, Descendants, FreeVariables, Node, NodeId, Reachable, conjuncts, states};
pub use range::Range;
pub use sig::{Field, Sig, SigKind, SigMultiplicity, Type};
pub use unrolled::{Relation, UnrolledCommand, Unrolling};
pub(crate) use unrolled::{StateCopies, TraceShape};

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
/// Invariant: every id in it is valid. Every expression is well-typed. No function calls itself,
/// directly or not. `sigs` starts with the built-in ones (see the constants of [`Sig`]).
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
    /// `var` is written before some sig or field, in whatever module.
    pub declares_var: bool,
}

/// A predicate or a function. Arguments are values (in a trace, expressions): a call binds the parameters to the
/// values of the arguments and takes the value of the body.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The receiver, if any, comes first.
    pub parameters: Vec<Declaration>,
    pub body: Value,
    pub is_private: bool,
    pub span: Span,
}

/// A value that a name can stand for.
#[derive(Clone, Debug)]
pub enum Value {
    Formula(Formula),
    Relation(Expr),
    Integer(IntExpr),
}

#[derive(Clone, Debug)]
pub struct Fact {
    /// The name it was given, or its origin: `field Node.next`.
    pub name: String,
    pub formula: Formula,
    pub origin: FactOrigin,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactOrigin {
    /// Written by the user as a fact, or appended to a sig.
    Written,
    /// From a sig's declaration: `extends`, `abstract`, `one`, `in`.
    Sig(SigId),
    /// From a field's declaration: its domain and its range.
    Field(FieldId),
    /// From the declaration of a sig that changes and extends another one: an atom that is in it in some
    /// state is in it in each in which it is in the other.
    OverTime(SigId),
}

/// The one of two states in which names are read. By default, that is the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum State {
    Before,
    After,
}
