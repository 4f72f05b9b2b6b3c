//! What the variables stand for, and what has been translated already.
//!
//! The problem: `all x, y | … ^next …` must not build the closure for each pair. Hash-consing would
//! find the same gates again, but only after all the work. The choice: a translation is remembered
//! under its node's address and the values of its free variables, so that `^next` is translated
//! once and `x.f` once for each x. Values are interned: each distinct one has a number, and keys
//! hold numbers. What depends on the innermost variable is not remembered, since it is about to get
//! another value; the bodies of functions always are, under the values of their parameters.

use std::hash::Hash;
use std::rc::Rc;

use korrel_lang::arena::Id;
use korrel_lang::model::{Formula, VariableId};
use rustc_hash::FxHashMap;

use crate::circuit::Bit;

use super::free::FreeVariables;
use super::number::Number;
use super::relation::Relation;
use super::standing::Standing;

/// The number of a distinct value.
pub(super) type ValueId = u32;

/// What a variable stands for.
#[derive(Clone)]
pub(super) struct Binding<'a> {
    pub value: Value<'a>,
    /// The integer variables that it depends on; traced only where overflow is forbidden.
    pub depends: Rc<[VariableId]>,
    pub id: ValueId,
}

#[derive(Clone)]
pub(super) enum Value<'a> {
    Relation(Relation),
    Number(Number),
    /// A formula is translated where it is used, since that decides its polarity. Variables are
    /// never bound twice at a time, so its own have the same values there.
    Formula(&'a Formula),
}

/// What makes values distinct.
#[derive(PartialEq, Eq, Hash)]
enum Content {
    Relation(Relation, Rc<[VariableId]>),
    Number(Number, Rc<[VariableId]>),
    Formula(usize, Vec<ValueId>),
}

/// What a remembered translation depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Key {
    pub address: usize,
    pub positive: bool,
    pub standing: Standing,
    /// The number of the enclosing binders' list; 0 where overflow need not be traced.
    pub context: u32,
    pub values: Vec<ValueId>,
}

/// What a translation is remembered in.
pub(super) type Memory<T> = FxHashMap<Key, T>;

/// Bindings and memory.
pub(super) struct Environment<'a> {
    bindings: Vec<Option<Binding<'a>>>,
    ids: FxHashMap<Content, ValueId>,
    /// For each enclosing grounded variable, innermost last: it, and the other variables whose
    /// values change with it.
    frames: Vec<Vec<VariableId>>,
    pub free: FreeVariables,
    pub formulas: Memory<Bit>,
    pub relations: Memory<Relation>,
    pub numbers: Memory<Number>,
    contexts: FxHashMap<Vec<(VariableId, bool)>, u32>,
}

impl<'a> Environment<'a> {
    pub fn new(variables: usize) -> Environment<'a> {
        Environment {
            bindings: vec![None; variables],
            ids: FxHashMap::default(),
            frames: Vec::new(),
            free: FreeVariables::default(),
            formulas: FxHashMap::default(),
            relations: FxHashMap::default(),
            numbers: FxHashMap::default(),
            contexts: FxHashMap::default(),
        }
    }

    pub fn get(&self, variable: VariableId) -> &Binding<'a> {
        let binding = self.bindings.get(variable.index()).and_then(Option::as_ref);
        binding.expect("a variable is bound where it is used")
    }

    pub fn set(&mut self, variable: VariableId, value: Value<'a>, depends: Rc<[VariableId]>) {
        let content = match &value {
            Value::Relation(relation) => Content::Relation(relation.clone(), depends.clone()),
            Value::Number(number) => Content::Number(number.clone(), depends.clone()),
            Value::Formula(formula) => {
                let free = self.free.of_formula(formula);
                Content::Formula(address(*formula), self.ids_of(&free))
            }
        };
        let next = self.ids.len() as ValueId;
        let id = *self.ids.entry(content).or_insert(next);
        if self.bindings.len() <= variable.index() {
            self.bindings.resize(variable.index() + 1, None);
        }
        self.bindings[variable.index()] = Some(Binding { value, depends, id });
    }

    /// From here on this variable is the innermost one, about to change.
    pub fn open(&mut self, variable: VariableId) {
        self.frames.push(vec![variable]);
    }

    pub fn close(&mut self) {
        self.frames.pop().expect("what is closed was opened");
    }

    /// Whether there is an innermost variable.
    pub fn is_framed(&self) -> bool {
        !self.frames.is_empty()
    }

    /// Lets this variable change with the innermost one; until [`Environment::unfollow`].
    pub fn follow(&mut self, variable: VariableId) {
        let frame = self.frames.last_mut();
        frame.expect("only what is within a frame is volatile").push(variable);
    }

    /// Undoes as many calls of [`Environment::follow`].
    pub fn unfollow(&mut self, count: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.truncate(frame.len() - count);
        }
    }

    /// Whether a translation with these free variables is about to change.
    pub fn is_volatile(&self, free: &[VariableId]) -> bool {
        let frame = self.frames.last();
        frame.is_some_and(|frame| frame.iter().any(|variable| free.contains(variable)))
    }

    pub fn ids_of(&self, variables: &[VariableId]) -> Vec<ValueId> {
        variables.iter().map(|&variable| self.get(variable).id).collect()
    }

    /// The number of a list of binders, greater than 0.
    pub fn context(&mut self, binders: Vec<(VariableId, bool)>) -> u32 {
        let next = self.contexts.len() as u32 + 1;
        *self.contexts.entry(binders).or_insert(next)
    }
}

/// What tells a node from every other of its type while the tree lives.
pub(super) fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node).addr()
}
