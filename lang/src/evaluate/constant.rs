//! Closures that are the same wherever they stand: `*(left + right)`, which no variable changes.
//!
//! Answers of a program are judged by the thousand, and a postcondition asks for the same closure for
//! each pair of nodes. Where two states are read, such a closure is evaluated once in each. Where an
//! instance is read to judge the other engines nothing is remembered: there the evaluator is to be
//! simple.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::model::{Expr, Node};
use crate::tuples::TupleSet;

use super::Evaluator;
use super::value::{Set, Tuples};

/// By the place of a closure in memory, where it stays as long as it is evaluated: its value, or that
/// it has a variable in it.
pub(super) type Constants = FxHashMap<*const Expr, Option<Rc<TupleSet>>>;

impl<'a> Evaluator<'a> {
    /// The value of a closure, which is evaluated if it is not known.
    #[inline(never)]
    pub(super) fn constant(
        &mut self,
        expr: &Expr,
        evaluate: impl FnOnce(&mut Self) -> Tuples<'a>,
    ) -> Tuples<'a> {
        let Some(constants) = &self.constants else { return evaluate(self) };
        match constants.get(&std::ptr::from_ref(expr)) {
            Some(Some(known)) => {
                return Tuples { set: Set::Shared(Rc::clone(known)), overflowed: false };
            }
            Some(None) => return evaluate(self),
            None => {}
        }
        let is_constant = Node::Relation(expr).descendants().all(|node| node.variable().is_none());
        let mut tuples = evaluate(self);
        let mut value = None;
        if is_constant && !tuples.overflowed {
            let set = tuples.set.into_shared();
            value = Some(Rc::clone(&set));
            tuples = Tuples { set: Set::Shared(set), overflowed: false };
        }
        self.constants.as_mut().expect("it was there before").insert(expr, value);
        tuples
    }
}
