//! The place from which a formula is read: a moment, and what variables stand for there.

use std::rc::Rc;

use super::moments::Moment;
use crate::model::{Node, VariableId};

/// The moment at which names are read, those that follow it as far as primes lead, and what variables stand for.
#[derive(Clone)]
pub(super) struct NameReading<'m> {
    pub now: Moment,
    pub next: Rc<[Moment]>,
    pub environment: CallEnvironment<'m>,
    /// If this is false, the negation of a formula is copied, but only where nothing is known of what comes after.
    pub is_positive: bool,
}

impl<'m> NameReading<'m> {
    /// The same at the next moment.
    pub fn after(&self) -> NameReading<'m> {
        NameReading { now: self.next[0], next: self.next[1..].into(), ..self.clone() }
    }

    /// The same at another moment, of whose next ones nothing is known.
    pub fn at(&self, now: Moment) -> NameReading<'m> {
        NameReading { now, next: Rc::from([]), ..self.clone() }
    }

    /// The same at an earlier moment of a beginning, or at this one.
    pub fn back_to(&self, moment: Moment) -> NameReading<'m> {
        let between =
            (moment.state + 1..=self.now.state).map(|state| Moment { state, ..Moment::START });
        let next = between.chain(self.next.iter().copied()).collect();
        NameReading { now: moment, next, ..self.clone() }
    }

    pub fn asserted(&self, is_positive: bool) -> NameReading<'m> {
        NameReading { is_positive, ..self.clone() }
    }

    pub fn negated(&self) -> NameReading<'m> {
        self.asserted(!self.is_positive)
    }

    pub fn under(&self, environment: CallEnvironment<'m>) -> NameReading<'m> {
        NameReading { environment, ..self.clone() }
    }
}

/// What the variables around a node stand for, the innermost one first.
#[derive(Clone, Debug, Default)]
pub(super) struct CallEnvironment<'m>(Option<Rc<BoundVariable<'m>>>);

#[derive(Debug)]
struct BoundVariable<'m> {
    variable: VariableId,
    meaning: NodeMeaning<'m>,
    outer: CallEnvironment<'m>,
}

#[derive(Clone, Debug)]
pub(super) enum NodeMeaning<'m> {
    /// The value of a variable of the unrolled model.
    Value(VariableId),
    Expression(Node<'m>, CallEnvironment<'m>),
}

impl<'m> CallEnvironment<'m> {
    pub fn with(&self, variable: VariableId, meaning: NodeMeaning<'m>) -> CallEnvironment<'m> {
        CallEnvironment(Some(Rc::new(BoundVariable { variable, meaning, outer: self.clone() })))
    }

    /// A variable that nothing binds is the command's.
    pub fn meaning(&self, variable: VariableId) -> NodeMeaning<'m> {
        let mut at = self;
        while let Some(bound) = &at.0 {
            if bound.variable == variable {
                return bound.meaning.clone();
            }
            at = &bound.outer;
        }
        NodeMeaning::Value(variable)
    }
}
