//! The values of the variables, and the translations that were made already.
//!
//! The problem: `all x, y | … ^next …` must not build the closure for each pair. Hash-consing would
//! find the same gates again, but only after all the work. The choice: a translation is remembered
//! under its node and the values of its free variables, so that `^next` is translated once and
//! `x.f` once for each x. Values are interned: each distinct one has a number, and keys hold
//! numbers. A node that depends on every enclosing variable is met once and not remembered. The
//! bodies of functions always are, under the values of their parameters.

use std::hash::Hash;
use std::rc::Rc;

use korrel_lang::arena::Id;
use korrel_lang::model::{
    Expr, Formula, FreeVariables, FunctionId, Node, NodeId, Value as ModelValue, VariableId,
};
use rustc_hash::FxHashMap;

use super::number::form::EncodedNumber;
use super::standing::Standing;
use super::{EncodingResult, FormulaEncoder};
use crate::circuit::Bit;
use crate::circuit::matrix::Matrix;

/// A translated expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct EncodedRelation {
    pub matrix: Rc<Matrix>,
    /// True if an overflow occurred in computing it.
    pub overflow: Bit,
    /// Tuples that agree on all but the last column agree on that too: of a set, it is at most one
    /// atom. By declaration, not by the bits alone.
    pub functional: bool,
}

impl EncodedRelation {
    /// A relation without overflow.
    pub fn known(matrix: Matrix, functional: bool) -> EncodedRelation {
        EncodedRelation { matrix: Rc::new(matrix), overflow: Bit::FALSE, functional }
    }
}

/// The number of a distinct value.
pub(crate) type ValueId = u32;

/// The binding of a variable that ranges over all integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IntegerBinding {
    pub variable: VariableId,
    /// True if it is bound by a universal quantifier, once negations are pushed inwards. A
    /// comprehension or a sum is not one.
    pub universal: bool,
}

/// The value that a variable stands for.
#[derive(Clone)]
pub(crate) struct Binding<'a> {
    pub value: EncodedValue<'a>,
    /// The integer variables that it depends on. They are traced only where overflow is forbidden.
    pub depends: Rc<[VariableId]>,
    pub id: ValueId,
}

/// Variables and what they stood for where a formula was met.
pub(crate) type Captured<'a> = Rc<[(VariableId, Binding<'a>)]>;

impl Binding<'_> {
    pub fn is_deferred(&self) -> bool {
        matches!(self.value, EncodedValue::Deferred(..))
    }
}

#[derive(Clone)]
pub(crate) enum EncodedValue<'a> {
    Relation(EncodedRelation),
    Number(EncodedNumber),
    /// A formula is translated where it is used, since that decides its polarity. Variables are
    /// never bound twice at a time, so its own have the same values there.
    Formula(&'a Formula),
    /// Something that changes over time. It is translated where it is used, for the state that is read there, with
    /// the variables that it mentions bound as they were.
    Deferred(Node<'a>, Captured<'a>),
}

/// The identity of a value, which makes values distinct.
#[derive(PartialEq, Eq, Hash)]
enum ValueIdentity<'a> {
    Relation(EncodedRelation, Rc<[VariableId]>),
    Number(EncodedNumber, Rc<[VariableId]>),
    Formula(NodeId<'a>, Vec<ValueId>),
    Deferred(NodeId<'a>, Vec<ValueId>),
}

/// The node and the values that a remembered translation depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct MemoKey<'a> {
    pub node: NodeId<'a>,
    pub positive: bool,
    pub standing: Standing,
    /// The number of the enclosing binders' list, or 0 where overflow need not be traced.
    pub context: u32,
    pub values: Vec<ValueId>,
}

/// The table in which translations are remembered.
pub(crate) type Memo<'a, T> = FxHashMap<MemoKey<'a>, T>;

/// Bindings and memory.
pub(crate) struct Environment<'a> {
    bindings: Vec<Option<Binding<'a>>>,
    /// While something deferred is read: what variables stood for before they were bound there, the last one last.
    outer: Vec<(VariableId, Option<Binding<'a>>)>,
    reads: u32,
    ids: FxHashMap<ValueIdentity<'a>, ValueId>,
    /// The enclosing grounded variables, innermost last, each with the other variables whose values
    /// depend on it.
    frames: Vec<Vec<VariableId>>,
    pub free: FreeVariables<'a>,
    pub formulas: Memo<'a, Bit>,
    pub relations: Memo<'a, EncodedRelation>,
    pub numbers: Memo<'a, EncodedNumber>,
    contexts: FxHashMap<Vec<(VariableId, bool)>, u32>,
}

impl<'a> Environment<'a> {
    pub fn new(variables: usize) -> Environment<'a> {
        Environment {
            bindings: vec![None; variables],
            outer: Vec::new(),
            reads: 0,
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

    /// Gives back the binding that the variable had.
    pub fn set(
        &mut self,
        variable: VariableId,
        value: EncodedValue<'a>,
        depends: Rc<[VariableId]>,
    ) -> Option<Binding<'a>> {
        let content = match &value {
            EncodedValue::Relation(relation) => {
                ValueIdentity::Relation(relation.clone(), depends.clone())
            }
            EncodedValue::Number(number) => ValueIdentity::Number(number.clone(), depends.clone()),
            EncodedValue::Formula(formula) => {
                let node = Node::Formula(formula);
                let free = self.free.of(node);
                ValueIdentity::Formula(node.id(), self.ids_of(&free))
            }
            EncodedValue::Deferred(node, captured) => {
                let ids = captured.iter().map(|(_, binding)| binding.id);
                ValueIdentity::Deferred(node.id(), ids.collect())
            }
        };
        let next = self.ids.len() as ValueId;
        let id = *self.ids.entry(content).or_insert(next);
        self.rebind(variable, Binding { value, depends, id })
    }

    /// Binds a variable to what it stood for elsewhere, and gives back the binding that it had.
    pub fn rebind(&mut self, variable: VariableId, binding: Binding<'a>) -> Option<Binding<'a>> {
        if self.bindings.len() <= variable.index() {
            self.bindings.resize(variable.index() + 1, None);
        }
        let outer = self.bindings[variable.index()].replace(binding);
        if self.reads > 0 {
            self.outer.push((variable, outer.clone()));
        }
        outer
    }

    /// Begins to read something that was met elsewhere. A function may be called within its own argument, so variables that
    /// are bound there may be bound around it.
    pub fn begin_read(&mut self) -> usize {
        self.reads += 1;
        self.outer.len()
    }

    /// Ends what was begun there. All variables stand for what they stood for before.
    pub fn end_read(&mut self, begun: usize) {
        self.reads -= 1;
        for (variable, outer) in self.outer.drain(begun..).rev() {
            self.bindings[variable.index()] = outer;
        }
    }

    /// Forgets the translations that were made.
    pub fn forget(&mut self) {
        self.formulas.clear();
        self.relations.clear();
        self.numbers.clear();
    }

    /// Ends a binding: the variable stands for what it stood for around it.
    pub fn restore(&mut self, variable: VariableId, outer: Option<Binding<'a>>) {
        self.bindings[variable.index()] = outer;
    }

    /// Makes this variable the innermost one from here on.
    pub fn open(&mut self, variable: VariableId) {
        self.frames.push(vec![variable]);
    }

    /// Opens a binding under which each node is remembered until it is closed: it will be met
    /// again.
    pub fn open_shared(&mut self) {
        self.frames.push(Vec::new());
    }

    pub fn close(&mut self) {
        self.frames.pop().expect("what is closed was opened");
    }

    /// Lets this variable depend on what these depend on, until [`Environment::unfollow`].
    pub fn follow(&mut self, variable: VariableId, free: &[VariableId]) {
        let frames = self.frames.iter_mut().filter(|frame| is_mentioned(frame, free));
        frames.for_each(|frame| frame.push(variable));
    }

    /// Lets this variable depend on all enclosing ones, until [`Environment::unfollow`].
    pub fn follow_all(&mut self, variable: VariableId) {
        self.frames.iter_mut().for_each(|frame| frame.push(variable));
    }

    /// The last variable that follows others does so no longer.
    pub fn unfollow(&mut self, variable: VariableId) {
        for frame in &mut self.frames {
            if frame.last() == Some(&variable) {
                frame.pop();
            }
        }
    }

    /// True if a node with these free variables is met but once: it depends on all enclosing ones.
    pub fn is_met_once(&self, free: &[VariableId]) -> bool {
        !self.frames.is_empty() && self.frames.iter().all(|frame| is_mentioned(frame, free))
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

fn is_mentioned(frame: &[VariableId], free: &[VariableId]) -> bool {
    frame.iter().any(|variable| free.contains(variable))
}

// Bindings: of `let` variables and parameters, and what they mean for the memory.

/// A variable that is bound to the value of an expression.
pub(crate) struct Follower<'a> {
    pub variable: VariableId,
    /// The free variables of the expression.
    pub free: Rc<[VariableId]>,
    /// The binding around this one. A predicate that is run by name has the command's own variables as
    /// parameters, and a fact may call it.
    outer: Option<Binding<'a>>,
}

impl<'a> FormulaEncoder<'a> {
    /// Gives a value to a variable from outside.
    pub(crate) fn bind_relation(&mut self, variable: VariableId, relation: EncodedRelation) {
        self.environment.set(variable, EncodedValue::Relation(relation), Rc::default());
    }

    /// Translates the body of a `let`.
    pub(crate) fn letting<T>(
        &mut self,
        variable: VariableId,
        value: &'a ModelValue,
        translate: impl FnOnce(&mut Self) -> EncodingResult<T>,
    ) -> EncodingResult<T> {
        let follower = self.bind_value(variable, value)?;
        let result = self.following(std::slice::from_ref(&follower), translate);
        self.unbind([follower]);
        result
    }

    /// Binds a `let` variable, which is still to follow those that its value depends on.
    pub(crate) fn bind_value(
        &mut self,
        variable: VariableId,
        value: &'a ModelValue,
    ) -> EncodingResult<Follower<'a>> {
        let free = self.environment.free.of(value);
        let value = match (self.defer(Node::from(value)), value) {
            (Some(deferred), _) => deferred,
            (None, ModelValue::Formula(formula)) => EncodedValue::Formula(formula),
            (None, ModelValue::Relation(expr)) => {
                EncodedValue::Relation(self.encode_relation(expr)?)
            }
            (None, ModelValue::Integer(expr)) => EncodedValue::Number(self.encode_integer(expr)?),
        };
        let depends = self.dependencies(&free);
        let outer = self.environment.set(variable, value, depends);
        Ok(Follower { variable, free, outer })
    }

    /// Translates a function's body. Its parameters are bound to the values of the arguments, all of which
    /// are translated first.
    pub(crate) fn calling<T>(
        &mut self,
        function: FunctionId,
        arguments: &'a [Expr],
        translate: impl FnOnce(&mut Self, &[Follower<'a>]) -> EncodingResult<T>,
    ) -> EncodingResult<T> {
        let model = self.model;
        let declarations = &model.functions[function].parameters;
        let parameters = declarations.iter().flat_map(|declaration| &declaration.variables);
        let bound: Vec<(VariableId, &Expr)> = parameters.copied().zip(arguments).collect();
        let followers = self.bind_arguments(&bound)?;
        let result = translate(self, &followers);
        self.unbind(followers);
        result
    }

    /// Binds some parameters to the values of arguments.
    pub(crate) fn bind_arguments(
        &mut self,
        arguments: &[(VariableId, &'a Expr)],
    ) -> EncodingResult<Vec<Follower<'a>>> {
        let value = |(_, argument): &(_, &'a Expr)| match self.defer(Node::Relation(argument)) {
            Some(deferred) => Ok(deferred),
            None => self.encode_relation(argument).map(EncodedValue::Relation),
        };
        let values: Vec<EncodedValue<'_>> =
            arguments.iter().map(value).collect::<Result<_, _>>()?;
        let mut followers = Vec::new();
        for (&(variable, argument), value) in arguments.iter().zip(values) {
            let free = self.environment.free.of(argument);
            let depends = self.dependencies(&free);
            let outer = self.environment.set(variable, value, depends);
            followers.push(Follower { variable, free, outer });
        }
        Ok(followers)
    }

    /// Ends the bindings of variables, the last one first.
    pub(crate) fn unbind(
        &mut self,
        followers: impl IntoIterator<Item = Follower<'a>, IntoIter: DoubleEndedIterator>,
    ) {
        for Follower { variable, outer, .. } in followers.into_iter().rev() {
            self.environment.restore(variable, outer);
        }
    }

    /// Translates something in which these variables depend on others.
    pub(crate) fn following<T>(
        &mut self,
        followers: &[Follower<'a>],
        translate: impl FnOnce(&mut Self) -> EncodingResult<T>,
    ) -> EncodingResult<T> {
        let environment = &mut self.environment;
        followers.iter().for_each(|follower| environment.follow(follower.variable, &follower.free));
        let result = translate(self);
        followers.iter().rev().for_each(|follower| self.environment.unfollow(follower.variable));
        result
    }

    /// The translation of a node, remembered unless the node will not be met again with the same values.
    pub(crate) fn remembered<T: Clone>(
        &mut self,
        node: impl Into<Node<'a>>,
        positive: bool,
        memory: impl for<'e> Fn(&'e mut Environment<'a>) -> &'e mut Memo<'a, T>,
        compute: impl FnOnce(&mut Self) -> EncodingResult<T>,
    ) -> EncodingResult<T> {
        let node = node.into();
        let free = self.environment.free.of(node);
        let result = if self.environment.is_met_once(&free) {
            compute(self)?
        } else {
            let key = self.key(node.id(), &free, positive);
            self.known_or(key, memory, compute)?
        };
        self.fitting(result, node.span())
    }

    /// The same for the body of a function that is called, whose parameters are bound.
    pub(crate) fn remembered_call<T: Clone>(
        &mut self,
        body: impl Into<Node<'a>>,
        positive: bool,
        followers: &[Follower<'a>],
        memory: impl for<'e> Fn(&'e mut Environment<'a>) -> &'e mut Memo<'a, T>,
        compute: impl FnOnce(&mut Self) -> EncodingResult<T>,
    ) -> EncodingResult<T> {
        let node = body.into();
        let free = self.environment.free.of(node);
        let key = self.key(node.id(), &free, positive);
        self.known_or(key, memory, |encoder| encoder.following(followers, compute))
    }

    fn known_or<T: Clone>(
        &mut self,
        key: MemoKey<'a>,
        memory: impl for<'e> Fn(&'e mut Environment<'a>) -> &'e mut Memo<'a, T>,
        compute: impl FnOnce(&mut Self) -> EncodingResult<T>,
    ) -> EncodingResult<T> {
        if let Some(known) = memory(&mut self.environment).get(&key) {
            return Ok(known.clone());
        }
        let result = compute(self)?;
        memory(&mut self.environment).insert(key, result.clone());
        Ok(result)
    }

    pub(super) fn key(
        &mut self,
        node: NodeId<'a>,
        free: &[VariableId],
        positive: bool,
    ) -> MemoKey<'a> {
        let values = self.environment.ids_of(free);
        // Elsewhere a bit says the same wherever it is used, and is shared.
        let standing = if self.is_polar { self.standing } else { Standing::OneSided };
        let context = if self.forbids_overflow() { self.context() } else { 0 };
        let positive = positive || !(self.is_polar || self.forbids_overflow());
        MemoKey { node, positive, standing, context, values }
    }
}
