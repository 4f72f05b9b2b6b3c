//! The value of any formula, relation and number in an instance: the language's definition.
//!
//! The problem: something must say what a spec means that is not the translation to SAT itself, to
//! check every answer and to be the oracle that small scopes are counted with. The choice: read the
//! tree as the textbook does (Jackson, *Software Abstractions*, appendix C), over plain sets of
//! tuples, with nothing cached and nothing clever; speed was given up wherever it would have cost an
//! argument. Only instances of hundreds of atoms and more, which no search of ours finds and no other
//! engine is compared on, are read in another way where that takes less (`large`). Rejected: to evaluate
//! the translator's circuit under an assignment, as other tools do, which agrees with the translator
//! about its own mistakes.
//!
//! Only overflow is not textbook; `overflow` tells how it is treated. To that end a formula is
//! judged together with its polarity, and relations and numbers carry a mark once an overflow
//! occurred in them. Bindings that would be higher-order elsewhere are simply enumerated
//! (`binding.rs`), so they serve tiny scopes only.

mod binding;
mod failure;
mod formula;
mod large;
mod limit;
mod memory;
mod number;
mod overflow;
mod relation;
mod states;
mod value;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use crate::arena::Id;
use crate::instance::Instance;
use crate::model::{
    Command, Declaration, Expr, Fact, Formula, IntExpr, Model, Quantifier, State, VariableId,
};
use crate::tuples::TupleSet;
use binding::BoundInteger;
use large::Large;
use memory::Memory;
use overflow::Polarity;
use states::Other;
use value::{Content, VariableValue};

pub use formula::{Failure, SideValue};
pub use limit::Excess;

/// Reads formulas and expressions of one model in one instance.
pub struct Evaluator<'a> {
    model: &'a Model,
    /// The instance in which names are read at the moment.
    instance: &'a Instance,
    state: State,
    /// The other one of two states.
    other: Option<Other<'a>>,
    /// The value of each variable that is bound at the moment.
    bindings: Vec<Option<VariableValue>>,
    /// The enclosing binders whose domain is `Int`, the innermost last.
    binders: Vec<BoundInteger>,
    /// The number of atomic formulas with an operand that overflowed, so far.
    overflows: u64,
    /// The number of bindings so far, and by variable the number of the one that holds.
    clock: u64,
    since: Vec<u64>,
    /// The memory for a large instance; `None` for a small one.
    large: Option<Large>,
    /// The memory where two states are read.
    memory: Option<Memory>,
    /// True if an evaluation that would take too long, or too much memory, is given up.
    is_limited: bool,
    excess: Option<Excess>,
}

impl<'a> Evaluator<'a> {
    /// The instance's own variables are bound.
    pub fn new(model: &'a Model, instance: &'a Instance) -> Self {
        let mut evaluator = Evaluator {
            model,
            instance,
            state: State::Before,
            other: None,
            bindings: model.variables.ids().map(|_| None).collect(),
            binders: Vec::new(),
            overflows: 0,
            clock: 0,
            since: vec![0; model.variables.len()],
            large: Large::of(instance),
            memory: None,
            is_limited: false,
            excess: None,
        };
        for (variable, value) in instance.variables() {
            evaluator.bind(*variable, value.clone());
        }
        evaluator
    }

    pub fn bind(&mut self, variable: VariableId, value: TupleSet) {
        self.bindings[variable.index()] =
            Some(VariableValue::plain(Content::Relation(Rc::new(value))));
    }

    /// # Panics
    /// Like the next two, if a free variable is not bound.
    pub fn formula(&mut self, formula: &Formula) -> bool {
        self.forget();
        self.judge(formula, Polarity::Positive)
    }

    pub fn relation(&mut self, expr: &Expr) -> TupleSet {
        self.forget();
        self.tuples(expr).set.into_owned()
    }

    /// `None`: an overflow, where that is forbidden.
    pub fn integer(&mut self, expr: &IntExpr) -> Option<i64> {
        self.forget();
        let number = self.number(expr);
        (!number.overflowed).then_some(number.value)
    }
}

/// The part of the spec that an instance violates.
#[derive(Clone, Copy, Debug)]
pub enum Violation<'m> {
    Fact(&'m Fact),
    /// The command's own formula.
    Goal,
}

/// The first fact that the instance violates, else the goal if it does.
///
/// Parameters to which the instance gives no value are only required to exist.
pub fn violation<'m>(
    model: &'m Model,
    command: &'m Command,
    instance: &Instance,
) -> Option<Violation<'m>> {
    let mut evaluator = Evaluator::new(model, instance);
    if let Some(fact) = model.facts.iter().find(|fact| !evaluator.formula(&fact.formula)) {
        return Some(Violation::Fact(fact));
    }
    let free: Vec<Declaration> =
        command.parameters.iter().filter_map(|d| unbound(d, instance)).collect();
    let holds = evaluator.quantified(Quantifier::Some, &free, &command.goal, Polarity::Positive);
    (!holds).then_some(Violation::Goal)
}

/// The rest of a declaration without the variables that the instance has.
fn unbound(declaration: &Declaration, instance: &Instance) -> Option<Declaration> {
    let has = |id| instance.variables().iter().any(|(variable, _)| *variable == id);
    declaration.only(|variable| !has(variable))
}
