//! The values of expressions, remembered as long as the bindings of their variables stay the same.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::arena::Id;
use crate::model::{Expr, Node, VariableId};
use crate::tuples::TupleSet;

use super::super::Evaluator;
use super::super::value::{Set, Tuples};
use super::graph::Adjacency;
use super::shared;

/// A value that took fewer steps is not remembered.
const WORTH: u64 = 64;

/// The values of expressions. An expression is known by its place in memory, where it stays as long
/// as it is evaluated. All is forgotten with the next one that is asked for.
#[derive(Default)]
pub(in super::super) struct Large {
    pub(super) values: LargeMemoryEntry<TupleSet>,
    pub(super) converses: LargeMemoryEntry<TupleSet>,
    pub(super) graphs: LargeMemoryEntry<Adjacency>,
    pub(super) lazy: BTreeMap<*const Expr, bool>,
    variables: BTreeMap<*const Expr, Rc<[VariableId]>>,
    /// The tuples of all values so far.
    work: u64,
}

/// The value that was found for an expression, and since when each of its variables had been bound
/// then.
type LargeMemoryEntry<T> = BTreeMap<*const Expr, (Vec<u64>, Rc<T>)>;

impl<'a> Evaluator<'a> {
    /// The value of an expression, which is evaluated if it is not known.
    pub(super) fn remembered(
        &mut self,
        expr: &Expr,
        evaluate: impl FnOnce(&mut Self) -> Tuples<'a>,
    ) -> Tuples<'a> {
        if let Some(known) = self.known(expr, |large| &large.values) {
            return Tuples { set: Set::Shared(known), overflowed: false };
        }
        let before = self.memory().work;
        let tuples = evaluate(self);
        let work = &mut self.memory().work;
        *work += 1 + tuples.set.len() as u64;
        if *work - before < WORTH {
            return tuples;
        }
        let (set, tuples) = shared(tuples);
        self.keep(expr, set, |large| &mut large.values);
        tuples
    }

    /// The value in a table for an expression, if it is still true.
    pub(super) fn known<T>(
        &self,
        expr: &Expr,
        table: fn(&Large) -> &LargeMemoryEntry<T>,
    ) -> Option<Rc<T>> {
        let large = self.large.as_ref()?;
        let (since, value) = table(large).get(&std::ptr::from_ref(expr))?;
        let variables = &large.variables[&std::ptr::from_ref(expr)];
        let now = variables.iter().map(|variable| self.since[variable.index()]);
        now.eq(since.iter().copied()).then(|| Rc::clone(value))
    }

    pub(super) fn keep<T>(
        &mut self,
        expr: &Expr,
        value: Rc<T>,
        table: fn(&mut Large) -> &mut LargeMemoryEntry<T>,
    ) {
        let place = std::ptr::from_ref(expr);
        let known = self.memory().variables.get(&place).cloned();
        let variables = known.unwrap_or_else(|| Node::Relation(expr).free_variables());
        let since = variables.iter().map(|variable| self.since[variable.index()]).collect();
        let large = self.memory();
        large.variables.insert(place, variables);
        table(large).insert(place, (since, value));
    }

    pub(in super::super) fn forget(&mut self) {
        if let Some(large) = &mut self.large {
            *large = Large::default();
        }
    }

    pub(super) fn memory(&mut self) -> &mut Large {
        self.large.as_mut().expect("the instance is large")
    }
}
