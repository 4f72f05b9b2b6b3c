//! Values: of expressions, and of variables.

use std::collections::BTreeSet;
use std::ops::Deref;
use std::rc::Rc;

use crate::model::{Value, VariableId};
use crate::tuples::TupleSet;

use super::overflow::Polarity;

/// A set that something else may hold as well.
pub(super) enum Set<'a> {
    Stored(&'a TupleSet),
    Shared(Rc<TupleSet>),
    Owned(TupleSet),
}

impl Deref for Set<'_> {
    type Target = TupleSet;

    fn deref(&self) -> &TupleSet {
        match self {
            Set::Stored(set) => set,
            Set::Shared(set) => set,
            Set::Owned(set) => set,
        }
    }
}

impl Set<'_> {
    pub(super) fn into_owned(self) -> TupleSet {
        match self {
            Set::Stored(set) => set.clone(),
            Set::Shared(set) => Rc::unwrap_or_clone(set),
            Set::Owned(set) => set,
        }
    }

    pub(super) fn into_shared(self) -> Rc<TupleSet> {
        match self {
            Set::Shared(set) => set,
            other => Rc::new(other.into_owned()),
        }
    }
}

/// The value of a relational expression.
pub(super) struct Tuples<'a> {
    pub(super) set: Set<'a>,
    /// An overflow occurred in it.
    pub(super) overflowed: bool,
}

impl<'a> Tuples<'a> {
    pub(super) fn owned(set: TupleSet) -> Tuples<'a> {
        Tuples { set: Set::Owned(set), overflowed: false }
    }

    pub(super) fn stored(set: &'a TupleSet) -> Tuples<'a> {
        Tuples { set: Set::Stored(set), overflowed: false }
    }

    pub(super) fn map(self, operation: impl FnOnce(&TupleSet) -> TupleSet) -> Tuples<'a> {
        Tuples { set: Set::Owned(operation(&self.set)), overflowed: self.overflowed }
    }
}

/// The value of a variable.
#[derive(Clone, Debug)]
pub(super) struct VariableValue {
    pub(super) content: Content,
    /// An overflow occurred in it.
    pub(super) overflowed: bool,
    /// The variables of binders over `Int` that stand in the term it was bound to. Of such a
    /// binder's variable, itself.
    pub(super) variables: BTreeSet<VariableId>,
}

#[derive(Clone, Debug)]
pub(super) enum Content {
    Relation(Rc<TupleSet>),
    Number(i64),
    Formula(Verdicts),
    /// An expression, which is evaluated where the variable stands.
    Deferred(Rc<DeferredExpression>),
}

/// An expression that variables stand for.
#[derive(Debug)]
pub(super) struct Expression {
    pub(super) value: Value,
    /// The free ones.
    pub(super) variables: Rc<[VariableId]>,
}

/// An expression, and what its free variables stand for.
#[derive(Debug)]
pub(super) struct DeferredExpression {
    pub(super) expression: Rc<Expression>,
    pub(super) bindings: Vec<Option<VariableValue>>,
}

impl VariableValue {
    /// A value that has nothing to do with overflow.
    pub(super) fn plain(content: Content) -> VariableValue {
        VariableValue { content, overflowed: false, variables: BTreeSet::new() }
    }
}

/// The verdicts on a formula and on its negation. Where nothing overflows one is the opposite of the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Verdicts {
    pub(super) holds: bool,
    pub(super) fails: bool,
}

impl Verdicts {
    pub(super) fn of(self, polarity: Polarity) -> bool {
        match polarity {
            Polarity::Positive => self.holds,
            Polarity::Negative => self.fails,
        }
    }
}
