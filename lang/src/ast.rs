//! A spec as written: names unresolved, a span on every node.

use crate::source::Span;

#[derive(Clone, Debug)]
pub struct Module {
    pub header: Option<Header>,
    pub paragraphs: Vec<Paragraph>,
    /// `seq` occurs in it, which opens the functions on sequences.
    pub has_sequences: bool,
}

/// `module util/ordering[exactly elem]`.
#[derive(Clone, Debug)]
pub struct Header {
    pub name: Name,
    pub parameters: Vec<ModuleParameter>,
}

#[derive(Clone, Debug)]
pub struct ModuleParameter {
    pub name: Name,
    pub is_exact: bool,
}

/// An identifier or a path such as `this/Node` or `seq/Int`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

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
    pub is_private: bool,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Command {
    pub kind: CommandKind,
    pub label: Option<Name>,
    pub target: Target,
    pub scope: Option<Scope>,
    pub expect: Option<Expect>,
    /// Follows another by `=>`.
    pub is_chained: bool,
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
    pub span: Span,
}

/// A formula or an expression; the grammar does not tell them apart.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    Name(String),
    /// `@f`: the field itself, without an implicit `this.`.
    At(String),
    Number(i64),
    String(String),
    Constant(Constant),
    Unary(UnaryOp, Box<Expr>),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a lone -> some b`.
    Arrow(Box<Arrow>),
    Compare {
        comparator: Comparator,
        is_negated: bool,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `c => a else b`.
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `f[x, y]`.
    Box(Box<Expr>, Vec<Expr>),
    Quantified(Quantifier, Vec<Declaration>, Box<Expr>),
    Comprehension(Vec<Declaration>, Option<Box<Expr>>),
    Let(Vec<(Name, Expr)>, Box<Expr>),
    Block(Vec<Expr>),
    /// `e'` or `` e` ``.
    Marked(Mark, Box<Expr>),
}

#[derive(Clone, Debug)]
pub struct Arrow {
    pub left: Expr,
    pub left_multiplicity: Option<Multiplicity>,
    pub right_multiplicity: Option<Multiplicity>,
    pub right: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Multiplicity {
    One,
    Lone,
    Some,
    Set,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    None,
    Univ,
    Iden,
    Int,
    SeqInt,
    String,
    This,
    /// `int`, as in `int[e]`.
    IntCast,
    /// `sum`, as in `sum[e]`.
    SumCast,
    Disj,
    TotalOrder,
    Least,
    Greatest,
    Next,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Not,
    No,
    Some,
    Lone,
    One,
    Set,
    Seq,
    Cardinality,
    /// `sum e` and `int e`: the number that a set of integers stands for.
    ToInteger,
    Transpose,
    Closure,
    ReflexiveClosure,
    Always,
    Eventually,
    After,
    Before,
    Historically,
    Once,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Or,
    Iff,
    Implies,
    And,
    Until,
    Releases,
    Since,
    Triggered,
    Sequence,
    ShiftLeft,
    ShiftRight,
    UnsignedShiftRight,
    Union,
    Difference,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Override,
    Intersection,
    DomainRestriction,
    RangeRestriction,
    Join,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparator {
    In,
    Equal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    All,
    No,
    Some,
    Lone,
    One,
    Sum,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Prime,
    Backtick,
}
