//! An expression on the way from the source to the model.
//!
//! A name can stand for several things (fields of one name in two sigs, overloaded functions). Only
//! the context shows which one is meant. So relational expressions are built twice: bottom-up with
//! all candidates and the union of their types (here), and then top-down with the type that matters
//! to the context, which leaves one candidate ([`crate::resolve::finish`]).

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::declared::ModuleId;
use super::operation::NumberOperation;
use crate::model::{
    Expr, Formula, FunctionId, IntExpr, PairOp, RelationOp, SigId, State, Type, Value, VariableId,
};
use crate::source::Span;

/// The kind of value of a name or an expression.
#[derive(Clone, Debug)]
pub(crate) enum ValueKind {
    Formula,
    Integer,
    Relation(Type),
}

impl ValueKind {
    pub(crate) fn arity(&self) -> Option<usize> {
        match self {
            ValueKind::Relation(ty) => Some(ty.arity()),
            ValueKind::Formula | ValueKind::Integer => None,
        }
    }

    /// Its name in messages.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            ValueKind::Formula => "a formula",
            ValueKind::Integer => "a number",
            ValueKind::Relation(ty) if ty.arity() == 1 => "a set",
            ValueKind::Relation(_) => "a relation",
        }
    }
}

#[derive(Clone, Debug)]
pub(crate) enum PendingNode {
    Formula(Formula),
    Integer(IntExpr),
    Relation(Pending),
    /// A predicate, function or integer operation that still lacks arguments.
    Partial(Partial),
    /// A macro that still lacks arguments.
    Macro(MacroCall),
    /// Candidates of different kinds for one name.
    Choice(NameCandidates),
}

/// The candidates for a name if not all of them are relations. (If all are, they are the candidates
/// of one [`Pending`].)
#[derive(Clone, Debug)]
pub(crate) struct NameCandidates {
    /// The candidates that are relations or numbers.
    pub(crate) relations: Vec<Candidate<Rc<Pending>>>,
    pub(crate) formulas: Vec<Candidate<PendingFormula>>,
    /// The candidates that still lack arguments.
    pub(crate) partials: Vec<Candidate<Partial>>,
    pub(crate) span: Span,
}

/// One of the things that a name can stand for.
#[derive(Clone, Debug)]
pub(crate) struct Candidate<T> {
    pub(crate) meaning: T,
    /// The cost of taking the name for this. Of the candidates that fit, the cheapest is meant.
    pub(crate) cost: u32,
    /// The function of `util/integer`, which every module opens without being asked.
    pub(crate) is_implicit: bool,
}

/// A relational expression that may still hold several candidates.
///
/// Candidates of a join share their left side, so that a chain of joins stays as small as it is
/// written.
#[derive(Clone, Debug)]
pub(crate) struct Pending {
    pub(crate) kind: PendingKind,
    /// The union over all candidates. Arities may be mixed.
    pub(crate) ty: Type,
    /// The costs of the names in it, the cheapest candidate of each.
    pub(crate) cost: u32,
    /// True if there is a choice in it.
    pub(crate) is_open: bool,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum PendingKind {
    Done(Expr),
    Choice(ChoiceId, Vec<Candidate<Rc<Pending>>>),
    /// The value of a macro or a block: an operand whose candidates a join does not look into.
    Group(Rc<Pending>),
    Unary(PairOp, Rc<Pending>),
    Binary(RelationOp, Rc<Pending>, Rc<Pending>),
    Conditional(Box<Formula>, Rc<Pending>, Rc<Pending>),
    Let(Vec<(VariableId, Value)>, Rc<Pending>),
    In(State, Rc<Pending>),
    Call(PendingCall),
}

/// Tells choices apart. Copies of one have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct ChoiceId(pub(in crate::resolve) u32);

/// A call with all its arguments, in which there may still be choices.
#[derive(Clone, Debug)]
pub(crate) struct PendingCall {
    pub(crate) callee: Callee,
    pub(crate) arguments: Vec<Rc<Pending>>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum PendingFormula {
    Done(Formula),
    Call(PendingCall),
}

#[derive(Clone, Debug)]
pub(crate) struct Partial {
    pub(crate) callee: Callee,
    pub(crate) arguments: Vec<PendingNode>,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct MacroCall {
    /// The module where it is declared, and its name there.
    pub(crate) module: ModuleId,
    pub(crate) name: String,
    /// The place of that name.
    pub(crate) declared: Span,
    pub(crate) arguments: Vec<PendingNode>,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Callee {
    Function(FunctionId),
    /// `plus`, `gt`, …: on numbers.
    Integer(NumberOperation),
    /// `disj[a, b, …]`: any number of arguments, all in one box.
    Disj,
    TotalOrder,
}

impl PendingNode {
    pub(crate) fn done(expr: Expr, ty: Type) -> PendingNode {
        PendingNode::Relation(Pending::done(expr, ty))
    }

    pub(crate) fn span(&self) -> Span {
        match self {
            PendingNode::Formula(formula) => formula.span,
            PendingNode::Integer(int) => int.span,
            PendingNode::Relation(pending) => pending.span,
            PendingNode::Partial(partial) => partial.span,
            PendingNode::Macro(call) => call.span,
            PendingNode::Choice(choice) => choice.span,
        }
    }

    /// Its name in messages.
    pub(crate) fn describe(&self) -> &'static str {
        match self {
            PendingNode::Formula(_) => "a formula",
            PendingNode::Integer(_) => "a number",
            PendingNode::Relation(pending) => ValueKind::Relation(pending.ty.clone()).describe(),
            PendingNode::Partial(_) => "a call without all its arguments",
            PendingNode::Macro(_) => "a macro without all its arguments",
            PendingNode::Choice(_) => "an ambiguous name",
        }
    }
}

impl NameCandidates {
    pub(crate) fn none(span: Span) -> NameCandidates {
        NameCandidates { relations: Vec::new(), formulas: Vec::new(), partials: Vec::new(), span }
    }

    pub(crate) fn count(&self) -> usize {
        self.relations.len() + self.formulas.len() + self.partials.len()
    }
}

impl<T> Candidate<T> {
    pub(crate) fn with<U>(&self, meaning: U) -> Candidate<U> {
        Candidate { meaning, cost: self.cost, is_implicit: self.is_implicit }
    }
}

impl Candidate<Rc<Pending>> {
    pub(crate) fn total_cost(&self) -> u32 {
        self.cost.saturating_add(self.meaning.cost)
    }
}

impl Pending {
    pub(crate) fn done(expr: Expr, ty: Type) -> Pending {
        let span = expr.span;
        Pending { kind: PendingKind::Done(expr), ty, cost: 0, is_open: false, span }
    }

    /// An expression of the given type. All else that is known of it follows from its operands.
    pub(crate) fn of(kind: PendingKind, ty: Type, span: Span) -> Pending {
        let operands = kind.operands();
        let is_open = matches!(kind, PendingKind::Choice(..)) || operands.iter().any(|o| o.is_open);
        let cost = match &kind {
            PendingKind::Choice(_, candidates) => {
                candidates.iter().map(Candidate::total_cost).min().unwrap_or(0)
            }
            _ => operands.iter().fold(0_u32, |cost, operand| cost.saturating_add(operand.cost)),
        };
        Pending { ty, cost, is_open, span, kind }
    }
}

impl PendingKind {
    /// The operands of an expression that is no choice, in order.
    pub(crate) fn operands(&self) -> Vec<&Rc<Pending>> {
        match self {
            PendingKind::Done(_) | PendingKind::Choice(..) => Vec::new(),
            PendingKind::Group(one)
            | PendingKind::Unary(_, one)
            | PendingKind::Let(_, one)
            | PendingKind::In(_, one) => vec![one],
            PendingKind::Binary(_, left, right) | PendingKind::Conditional(_, left, right) => {
                vec![left, right]
            }
            PendingKind::Call(call) => call.arguments.iter().collect(),
        }
    }
}

// The knowledge of the choices in the expression that is being settled.

/// The degree to which Alloy is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Preference {
    Alloy,
    /// The user's own declarations come before the functions on integers that every module has
    /// without opening them, where Alloy would ask back.
    OwnFirst,
}

/// The type and the cost, or `None` if it cannot be settled.
pub(crate) type Appraisal = Option<(Type, u32)>;

/// The answers so far, of one expression.
#[derive(Default)]
pub(crate) struct Appraisals {
    pub(crate) known: FxHashMap<(ChoiceId, Preference, Vec<Vec<SigId>>), Appraisal>,
}

impl Appraisals {
    pub(crate) fn clear(&mut self) {
        self.known.clear();
    }
}
