//! Commands and their scopes.

use super::{Expr, Name};
use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Command {
    pub kind: CommandKind,
    pub label: Option<Name>,
    pub target: Target,
    pub scope: Option<Scope>,
    pub expect: Option<Expect>,
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
pub struct Scope {
    pub default: Option<Sizes>,
    pub sigs: Vec<SigScope>,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    pub min: i64,
    /// `None` for a plain `n`.
    pub max: Option<i64>,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct SigScope {
    pub is_exact: bool,
    pub sizes: Sizes,
    /// A sig, or `Int`, `seq`, `String`.
    pub sig: Name,
    pub span: Span,
}

#[derive(Clone, Copy, Debug)]
pub struct Expect {
    pub count: i64,
    /// Written `expect = n`.
    pub is_count: bool,
    pub number: Span,
    pub span: Span,
}
