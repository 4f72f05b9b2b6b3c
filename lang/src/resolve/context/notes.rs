//! What a resolver notes of names and expressions, for an editor.

use rustc_hash::FxHashMap;

use crate::model::{FieldId, FunctionId, SigId, Type, VariableId};
use crate::source::Span;

/// The things that a name can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameMeaning {
    Sig(SigId),
    Field(FieldId),
    Variable(VariableId),
    Function(FunctionId),
    /// A macro, by the place of its name.
    Macro(Span),
}

/// The value of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValuedExpression {
    Formula,
    Number,
    /// A set or a relation. Where a mistake leaves open what a name in it stands for, arities may be mixed.
    Relation(Type),
}

/// The notes of a resolver.
#[derive(Clone, Debug, Default)]
pub struct Notes {
    /// Each use of a name by its place: what it stands for. Several, where a call is overloaded or a mistake came
    /// before the choice.
    pub names: FxHashMap<Span, Vec<NameMeaning>>,
    /// Each expression by its place.
    pub values: FxHashMap<Span, ValuedExpression>,
}
