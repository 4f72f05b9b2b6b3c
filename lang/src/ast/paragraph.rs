//! The paragraphs of a module: sigs, facts, predicates and functions, macros, …

use super::{Command, Expr, Name};
use crate::source::Span;

#[derive(Clone, Debug)]
pub enum Paragraph {
    Open(Open),
    Enum(Enum),
    Sig(Sig),
    Fact(Fact),
    Assertion(Fact),
    Function(Function),
    Macro(Macro),
    Command(Command),
}

impl Paragraph {
    /// The place of the whole paragraph.
    pub fn span(&self) -> Span {
        match self {
            Paragraph::Open(open) => open.span,
            Paragraph::Enum(declared) => declared.span,
            Paragraph::Sig(declared) => declared.span,
            Paragraph::Fact(fact) | Paragraph::Assertion(fact) => fact.span,
            Paragraph::Function(declared) => declared.span,
            Paragraph::Macro(declared) => declared.span,
            Paragraph::Command(command) => command.span,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Open {
    pub module: Name,
    pub arguments: Vec<Name>,
    pub alias: Option<Name>,
    pub is_private: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Enum {
    pub name: Name,
    pub values: Vec<Name>,
    pub is_private: bool,
    pub var: Option<Span>,
    pub span: Span,
}

/// `sig A, B extends C { … } { … }`.
#[derive(Clone, Debug)]
pub struct Sig {
    pub qualifiers: Vec<(Qualifier, Span)>,
    pub names: Vec<Name>,
    pub parent: Option<Parent>,
    pub fields: Vec<Declaration>,
    /// The appended fact.
    pub fact: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Qualifier {
    Abstract,
    Lone,
    One,
    Some,
    Private,
    Var,
}

#[derive(Clone, Debug)]
pub enum Parent {
    Extends(Name),
    In(Vec<Name>),
    Equal(Vec<Name>),
}

/// `private disj x, y: disj e`, or `x = e`.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub names: Vec<Name>,
    pub range: Expr,
    pub is_private: bool,
    pub var: Option<Span>,
    /// The names' values are disjoint from each other.
    pub disjoint: Option<Span>,
    /// A field's values for different atoms are disjoint.
    pub disjoint_range: Option<Span>,
    /// Written with `=`.
    pub is_defined: bool,
    pub span: Span,
}

/// A fact or an assertion.
#[derive(Clone, Debug)]
pub struct Fact {
    pub name: Option<Name>,
    pub body: Expr,
    pub span: Span,
}

/// A predicate, or, if it has a result, a function.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: Name,
    pub receiver: Option<Name>,
    pub parameters: Vec<Declaration>,
    pub result: Option<Expr>,
    pub body: Expr,
    pub is_private: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Macro {
    pub name: Name,
    pub parameters: Vec<Name>,
    pub body: Expr,
    pub span: Span,
}
