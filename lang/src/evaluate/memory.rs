//! The values of slow expressions, remembered by the values of their variables: closures,
//! comprehensions, calls.
//!
//! Answers of a program are judged by the thousand, and a postcondition asks for the same closure, or
//! for the same `{ p: nodes[t] | e in p.*next }`, for each pair of nodes. Where two states are read,
//! such an expression is evaluated below binders and in functions once for each choice of values in each state: a
//! function may call itself twice. Outside of them it is evaluated as often as it is written, which takes less than to
//! remember it. Nothing is remembered where an instance is read to judge the other engines: there the evaluator must be
//! simple. A large instance has a memory of its own (`large/memory.rs`): its values are too large to
//! be compared.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::arena::Id;
use crate::model::{Expr, Node, VariableId};
use crate::tuples::TupleSet;

use super::Evaluator;
use super::value::{Content, Set, Tuples};

/// The values by the place of an expression in memory, where it stays as long as it is evaluated.
pub(super) type Memory = FxHashMap<*const Expr, MemoryEntry>;

pub(super) struct MemoryEntry {
    /// The free ones.
    variables: Rc<[VariableId]>,
    values: CallValues,
}

/// By position.
type CallValues = FxHashMap<(usize, ArgumentValues), Rc<TupleSet>>;
type ArgumentValues = SmallVec<[Rc<TupleSet>; 2]>;

impl<'a> Evaluator<'a> {
    /// The value of an expression, which is evaluated if it is not known.
    #[inline(never)]
    pub(super) fn remembering(
        &mut self,
        expr: &Expr,
        evaluate: impl FnOnce(&mut Self) -> Tuples<'a>,
    ) -> Tuples<'a> {
        let Some(variables) = self.memory_of(expr) else { return evaluate(self) };
        let Some(arguments) = self.arguments(&variables) else { return evaluate(self) };
        let key = (self.position(), arguments);
        if let Some(known) = self.values_of_remembered(expr).get(&key) {
            return Tuples { set: Set::Shared(Rc::clone(known)), overflowed: false };
        }
        let before = self.overflows;
        let Tuples { set, overflowed } = evaluate(self);
        let set = set.into_shared();
        if !overflowed && self.overflows == before {
            self.values_of_remembered(expr).insert(key, Rc::clone(&set));
        }
        Tuples { set: Set::Shared(set), overflowed }
    }

    /// The free variables of an expression that is remembered.
    fn memory_of(&mut self, expr: &Expr) -> Option<Rc<[VariableId]>> {
        if self.large.is_some() || self.nesting == 0 {
            return None;
        }
        let remembered = self.memory.as_mut()?.entry(expr).or_insert_with(|| MemoryEntry {
            variables: Node::Relation(expr).free_variables(),
            values: FxHashMap::default(),
        });
        Some(Rc::clone(&remembered.variables))
    }

    fn values_of_remembered(&mut self, expr: &Expr) -> &mut CallValues {
        let memory = self.memory.as_mut().expect("it is there while it is read");
        &mut memory.get_mut(&std::ptr::from_ref(expr)).expect("it was asked for").values
    }

    /// `None` if one is no relation, or had an overflow, which marks what it stands in.
    fn arguments(&self, variables: &[VariableId]) -> Option<ArgumentValues> {
        let value = |variable: &VariableId| {
            let bound = self.bindings[variable.index()].as_ref()?;
            match &bound.content {
                Content::Relation(set) if !bound.overflowed => Some(Rc::clone(set)),
                _ => None,
            }
        };
        variables.iter().map(value).collect()
    }
}
