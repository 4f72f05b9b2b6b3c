//! Commands and their scopes.

use super::{Expr, Name};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Command {
    pub kind: CommandKind,
    pub label: Option<Name>,
    pub target: Target,
    pub scope: Option<ScopeClause>,
    pub expect: Option<ExpectClause>,
    /// Follows another by `=>`.
    pub is_chained: bool,
    /// `run p`: all before the scope and `expect`.
    pub subject: Span,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    Run,
    Check,
}

#[derive(Clone, Debug)]
pub enum Target {
    Name(Name),
    Block(Expr),
}

#[derive(Clone, Debug)]
pub struct ScopeClause {
    pub default: Option<SizeRange>,
    pub sigs: Vec<SigScopeClause>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct SizeRange {
    pub min: i64,
    /// `None` for a plain `n`, and for `1..`.
    pub max: Option<i64>,
    /// `1.. steps`.
    pub is_unbounded: bool,
    /// The `:2` of `1..6:2 A`.
    pub increment: Option<(i64, Span)>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct SigScopeClause {
    pub is_exact: bool,
    pub sizes: SizeRange,
    /// A sig, or `Int`, `seq`, `String`.
    pub sig: Name,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct ExpectClause {
    pub count: i64,
    /// Written `expect = n`.
    pub is_count: bool,
    pub number: Span,
    pub span: Span,
}
