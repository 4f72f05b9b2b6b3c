//! The resolved spec: every name is an id, every implicit constraint is written out.
//!
//! This tree is all that the evaluator and the translator share. It is small on purpose: what the
//! resolver can express by something else is expressed so (`no x: e | F` is `all x: e | not F`;
//! `one x: e | F` is `one { x: e | F }`; a field's multiplicities are quantified formulas). Each
//! node that is left is a match arm in both.

use crate::arena::{Arena, id};
use crate::source::Span;

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
    /// What must hold in every instance, the implicit constraints of sigs and fields included.
    pub facts: Vec<Fact>,
    /// Sigs whose scopes are exact whatever a command says: arguments of a module that asks for it.
    pub exact: Vec<SigId>,
    pub commands: Vec<Command>,
}

#[derive(Clone, Debug)]
pub struct Sig {
    /// As declared, without the module: `Node`.
    pub name: String,
    /// What tells it from a sig of the same name elsewhere: `Node` in the main module, `alias/Node`
    /// in an opened one.
    pub path: String,
    pub kind: SigKind,
    pub is_abstract: bool,
    pub multiplicity: SigMultiplicity,
    pub is_private: bool,
    /// Declared by `enum`: its children are values, not objects.
    pub is_enum: bool,
    /// Declared in a built-in module.
    pub is_library: bool,
    /// The sigs that extend it, in order of declaration.
    pub children: Vec<SigId>,
    /// Its own fields, in order of declaration.
    pub fields: Vec<FieldId>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SigKind {
    Builtin,
    /// A partition of the universe.
    TopLevel,
    /// `extends`: disjoint from its siblings.
    Extends(SigId),
    /// `in` (or `=`, then `exact`) the union of these.
    Subset {
        parents: Vec<SigId>,
        exact: bool,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SigMultiplicity {
    One,
    Lone,
    Some,
    Any,
}

impl Sig {
    /// `univ`: all atoms in use.
    pub const UNIVERSE: SigId = SigId(0);
    /// `none`, as a sig: always empty.
    pub const NONE: SigId = SigId(1);
    /// `Int`: all integers of the scope.
    pub const INT: SigId = SigId(2);
    /// `seq/Int`: the indices of sequences, 0..maxseq-1.
    pub const SEQ_INT: SigId = SigId(3);
    /// `String`: the string literals of the spec.
    pub const STRING: SigId = SigId(4);
}

impl Model {
    /// The sig of which `sig`'s atoms are atoms: itself, if no `extends` leads further up.
    ///
    /// # Panics
    /// On a subset sig, which has no top of its own.
    pub fn top(&self, mut sig: SigId) -> SigId {
        loop {
            match self.sigs[sig].kind {
                SigKind::Extends(parent) => sig = parent,
                SigKind::TopLevel | SigKind::Builtin => return sig,
                SigKind::Subset { .. } => panic!("a subset sig has no top-level sig"),
            }
        }
    }

    /// The user's top-level sigs, in order of declaration.
    pub fn top_level(&self) -> impl Iterator<Item = SigId> {
        self.sigs.iter().filter(|(_, sig)| sig.kind == SigKind::TopLevel).map(|(id, _)| id)
    }

    /// Whether every atom of `sub` is one of `sup` by declaration (`extends` chains only).
    pub fn is_descendant(&self, mut sub: SigId, sup: SigId) -> bool {
        loop {
            if sub == sup {
                return true;
            }
            match self.sigs[sub].kind {
                SigKind::Extends(parent) => sub = parent,
                // `seq/Int` holds integers, though nothing declares it.
                _ => return sup == Sig::UNIVERSE || (sub == Sig::SEQ_INT && sup == Sig::INT),
            }
        }
    }
}

/// A field: a relation whose first column is its sig.
#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub sig: SigId,
    /// What the declaration says of `this.field`; `this` is [`Field::this`].
    pub range: Range,
    pub this: VariableId,
    /// Declared by `=`: `this.field` equals the range.
    pub is_defined: bool,
    /// Declared by `seq`: from the indices 0 to n-1, for some n, to one element each.
    pub is_sequence: bool,
    pub is_private: bool,
    /// The relation's type, the first column included.
    pub ty: Type,
    pub span: Span,
}

/// A union of products of sigs: which tuples a relation may hold, as far as types tell.
///
/// Invariant: all products have the same length, the arity.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Type {
    pub products: Vec<Vec<SigId>>,
}

/// The right-hand side of a declaration.
#[derive(Clone, Debug)]
pub enum Range {
    /// `x: one A`, `x: set A`; for a higher arity the multiplicity is `Set`.
    Of { multiplicity: Multiplicity, domain: Expr },
    /// `x: A lone -> some B`: each left tuple has `right_multiplicity` right ones, and the other
    /// way round. The leaves within are of multiplicity `Set`.
    Arrow {
        left: Box<Range>,
        left_multiplicity: Multiplicity,
        right_multiplicity: Multiplicity,
        right: Box<Range>,
    },
}

impl Range {
    pub fn arity(&self) -> usize {
        match self {
            Range::Of { domain, .. } => domain.arity,
            Range::Arrow { left, right, .. } => left.arity() + right.arity(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Multiplicity {
    One,
    Lone,
    Some,
    Set,
}

/// A bound variable, a parameter, or a `let`.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    /// 0 for a `let` that stands for an integer or a formula.
    pub arity: usize,
    /// The type of its values; without products, if they are no relations.
    pub ty: Type,
    /// A parameter that is declared by `seq`.
    pub is_sequence: bool,
    pub span: Span,
}

/// `disj x, y: range`.
#[derive(Clone, Debug)]
pub struct Declaration {
    pub variables: Vec<VariableId>,
    /// The values of its variables are pairwise disjoint; other bindings do not count.
    pub is_disjoint: bool,
    pub range: Range,
    pub span: Span,
}

/// A predicate or a function. Arguments are values: a call binds the parameters to the values of
/// the arguments and takes the value of the body.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    /// The receiver, if any, comes first.
    pub parameters: Vec<Declaration>,
    pub body: Value,
    pub is_private: bool,
    pub span: Span,
}

/// What a name can stand for.
#[derive(Clone, Debug)]
pub enum Value {
    Formula(Formula),
    Relation(Expr),
    Integer(IntExpr),
}

#[derive(Clone, Debug)]
pub struct Fact {
    /// The name it was given, or what it comes from: `field Node.next`.
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
}

#[derive(Clone, Debug)]
pub struct Formula {
    pub kind: FormulaKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum FormulaKind {
    Constant(bool),
    Not(Box<Formula>),
    /// Conjunction; of none, true.
    And(Vec<Formula>),
    /// Disjunction; of none, false.
    Or(Vec<Formula>),
    Implies(Box<Formula>, Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    /// `c => a else b`.
    Conditional(Box<Formula>, Box<Formula>, Box<Formula>),
    Quantified {
        quantifier: Quantifier,
        declarations: Vec<Declaration>,
        body: Box<Formula>,
    },
    /// `no e`, `some e`, `lone e`, `one e`.
    Count(Count, Expr),
    /// `a in b`.
    Subset(Expr, Expr),
    /// `a = b`, as sets.
    Equal(Expr, Expr),
    Compare(Comparison, IntExpr, IntExpr),
    /// `pred/totalOrder[elem, first, next]`: `next` is a total order on `elem`, `first` its least.
    TotalOrder(Box<[Expr; 3]>),
    Let(VariableId, Box<Value>, Box<Formula>),
    /// A `let` variable that stands for a formula.
    Variable(VariableId),
    Call(FunctionId, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantifier {
    All,
    Some,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    No,
    Some,
    Lone,
    One,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    Less,
    LessOrEqual,
}

/// A relational expression.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    /// At least 1.
    pub arity: usize,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum ExprKind {
    /// The empty relation of the node's arity.
    Empty,
    /// `iden`: over all atoms in use.
    Identity,
    /// A sig, `univ`, `Int` and `String` among them.
    Sig(SigId),
    Field(FieldId),
    Variable(VariableId),
    Transpose(Box<Expr>),
    /// `^e`.
    Closure(Box<Expr>),
    /// `*e`: `^e + iden`.
    ReflexiveClosure(Box<Expr>),
    Binary(RelationOp, Box<Expr>, Box<Expr>),
    /// `c => a else b`.
    Conditional(Box<Formula>, Box<Expr>, Box<Expr>),
    /// `{ x: A, y: B | F }`: each variable is one atom.
    Comprehension(Vec<Declaration>, Box<Formula>),
    Let(VariableId, Box<Value>, Box<Expr>),
    Call(FunctionId, Vec<Expr>),
    /// `Int[i]`: the atom of the number; empty if there is none.
    IntegerAtom(Box<IntExpr>),
    /// `fun/next`: each integer to the next one.
    NextInteger,
    /// The atom of a string literal.
    String(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RelationOp {
    Union,
    Difference,
    Intersection,
    /// `a ++ b`: `b`, and those tuples of `a` whose first atom starts no tuple of `b`.
    Override,
    Product,
    Join,
    /// `s <: r`.
    DomainRestriction,
    /// `r :> s`.
    RangeRestriction,
}

/// An expression whose value is a number.
#[derive(Clone, Debug)]
pub struct IntExpr {
    pub kind: IntExprKind,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub enum IntExprKind {
    Constant(i64),
    /// `#e`.
    Cardinality(Expr),
    /// `int[e]`: the sum of the integers in a set.
    OfSet(Expr),
    /// `sum x: A | i`.
    Sum(Vec<Declaration>, Box<IntExpr>),
    Binary(IntOp, Box<IntExpr>, Box<IntExpr>),
    Conditional(Box<Formula>, Box<IntExpr>, Box<IntExpr>),
    Let(VariableId, Box<Value>, Box<IntExpr>),
    /// A `let` variable that stands for a number.
    Variable(VariableId),
    Call(FunctionId, Vec<Expr>),
    /// `fun/min` and `fun/max`: the least and the greatest integer of the scope.
    Least,
    Greatest,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntOp {
    Plus,
    Minus,
    Times,
    /// Rounds towards zero.
    Divide,
    /// Has the sign of the dividend.
    Remainder,
    ShiftLeft,
    /// Keeps the sign.
    ShiftRight,
    /// Fills with zeros, at the scope's bit width.
    UnsignedShiftRight,
}

#[derive(Clone, Debug)]
pub struct Command {
    pub kind: CommandKind,
    /// Its label, else the predicate's or assertion's name, else `run$1`-like.
    pub label: String,
    /// The parameters of the predicate that is run, free in `goal`: part of an instance, unless
    /// asked otherwise.
    pub parameters: Vec<Declaration>,
    /// What an instance satisfies beside the facts: the predicate's body and its parameters'
    /// ranges; of a `check`, the negated assertion.
    pub goal: Formula,
    pub scope: Scope,
    pub expect: Option<Expect>,
    /// Written behind another command and `=>`.
    pub is_chained: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandKind {
    Run,
    Check,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Expect {
    /// `expect 0`.
    Unsatisfiable,
    /// `expect 1`.
    Satisfiable,
    /// `expect 35`, `expect = 1`: this many non-isomorphic instances.
    Exactly(u64),
}

/// A command's scope as written, names resolved.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    /// `for 3`, `for 1..3`.
    pub default: Option<Sizes>,
    pub sigs: Vec<SigScope>,
    pub integers: Option<IntegerScope>,
    /// `3 seq`: the length of the longest sequence.
    pub sequences: Option<u32>,
    pub strings: Option<SigScope>,
    pub span: Option<Span>,
}

/// From `min` to `max` atoms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sizes {
    pub min: u32,
    pub max: u32,
}

#[derive(Clone, Copy, Debug)]
pub struct SigScope {
    pub sig: SigId,
    /// `2 A` is 0..2; `exactly 2 A` is 2..2; `1..2 A` as written.
    pub sizes: Sizes,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IntegerScope {
    /// `4 Int`: −8..7.
    BitWidth(u32),
    /// `0..4 Int`: exactly these.
    Range(i64, i64),
}
