//! The value of any formula, relation and number in an instance: the language's definition.
//!
//! The problem: something besides the translation to SAT must say what a spec means, to check every
//! answer and to be the oracle for counts in small scopes. The choice: read the tree as the textbook
//! does (Jackson, *Software Abstractions*, appendix C), over plain sets of tuples, with nothing cached
//! and nothing clever. Speed was given up wherever it would have cost an argument. Only instances of
//! hundreds of atoms and more, which no search of ours finds and no other engine is compared on, are
//! read in another way where that takes less (`large`). Rejected: to evaluate the translator's circuit
//! under an assignment, as other tools do, which agrees with the translator about its own mistakes.
//!
//! Only overflow is not textbook. `overflow` tells how it is treated. To that end a formula is
//! judged together with its polarity, and relations and numbers carry a mark once an overflow
//! occurred in them. Bindings that would be higher-order elsewhere are simply enumerated
//! (`binding.rs`), so they serve tiny scopes only.

mod actions;
mod beginning;
mod binding;
mod by_name;
mod failure;
mod formula;
mod large;
mod limit;
mod memory;
mod number;
mod overflow;
mod relation;
mod temporal;
mod timeline;
mod value;

#[cfg(test)]
mod tests;

use std::rc::Rc;
use std::sync::atomic::AtomicBool;

use crate::arena::Id;
use crate::instance::Instance;
use crate::model::{
    Command, CommandKind, Declaration, Expr, Fact, Formula, IntExpr, Model, Node, Quantifier,
    VariableId,
};
use crate::trace::Trace;
use crate::tuples::TupleSet;
use binding::BoundInteger;
use by_name::DeferredExpressions;
use large::Large;
use memory::Memory;
use overflow::Polarity;
use timeline::Timeline;
use value::{Content, VariableValue};

pub use actions::{ActionPredicate, ArgumentChoices};
pub use formula::{Failure, SideValue};
pub use limit::Excess;

/// Reads formulas and expressions of one model in one instance, or in several that are states of one behaviour.
pub struct Evaluator<'a> {
    model: &'a Model,
    /// The instance in which names are read at the moment.
    instance: &'a Instance,
    /// The states, where there are several.
    timeline: Option<Timeline<'a>>,
    /// What variables of a trace stand for.
    expressions: Option<DeferredExpressions>,
    /// The value of each variable that is bound at the moment.
    bindings: Vec<Option<VariableValue>>,
    /// The number of enclosing binders and calls.
    nesting: u32,
    /// The enclosing binders whose domain is `Int`, the innermost last.
    binders: Vec<BoundInteger>,
    /// The number of atomic formulas with an operand that overflowed, so far.
    overflows: u64,
    /// The number of bindings so far, and by variable the number of the one that holds.
    clock: u64,
    since: Vec<u64>,
    /// The memory for a large instance, or `None` for a small one.
    large: Option<Large>,
    /// The memory where two states are read.
    memory: Option<Memory>,
    /// True if an evaluation that would take too long, or too much memory, is given up.
    is_limited: bool,
    /// Once it is raised, the evaluation is given up.
    flag: Option<&'a AtomicBool>,
    excess: Option<Excess>,
}

impl<'a> Evaluator<'a> {
    /// The instance's own variables are bound.
    pub fn new(model: &'a Model, instance: &'a Instance) -> Self {
        let mut evaluator = Evaluator {
            model,
            instance,
            timeline: None,
            expressions: None,
            bindings: model.variables.ids().map(|_| None).collect(),
            nesting: 0,
            binders: Vec::new(),
            overflows: 0,
            clock: 0,
            since: vec![0; model.variables.len()],
            large: Large::of(instance),
            memory: None,
            is_limited: false,
            flag: None,
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
    /// Like the next two, if a free variable is not bound. Also if a name must be read in a second state,
    /// or an operator of traces is met ([`Model::relates_states`]), and there is none.
    pub fn formula(&mut self, formula: &Formula) -> bool {
        self.begin([formula.into()]);
        self.judge(formula, Polarity::Positive)
    }

    /// # Panics
    /// If the beginning of a trace does not say the value ([`Evaluator::is_unknown`]).
    pub fn relation(&mut self, expr: &Expr) -> TupleSet {
        self.begin_expression(expr.into());
        self.tuples(expr).set.into_owned()
    }

    /// `None`: an overflow, where that is forbidden.
    ///
    /// # Panics
    /// As [`Evaluator::relation`].
    pub fn integer(&mut self, expr: &IntExpr) -> Option<i64> {
        self.begin_expression(expr.into());
        let number = self.number(expr);
        (!number.overflowed).then_some(number.value)
    }

    fn begin_expression(&mut self, expr: Node<'_>) {
        assert!(!self.is_unknown(expr), "an expression is read in states that there are");
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
    first_violation(Evaluator::new(model, instance), model, command, instance)
}

/// The same of a trace, at its first position. In a beginning of a trace, a check's negated assertion is judged
/// strongly (`beginning.rs`), all else weakly.
pub fn trace_violation<'m>(
    model: &'m Model,
    command: &'m Command,
    trace: &Trace,
) -> Option<Violation<'m>> {
    first_violation(Evaluator::of_trace(model, trace), model, command, &trace.states[0])
}

fn first_violation<'m>(
    mut evaluator: Evaluator<'_>,
    model: &'m Model,
    command: &'m Command,
    first: &Instance,
) -> Option<Violation<'m>> {
    if let Some(fact) = model.facts.iter().find(|fact| !evaluator.formula(&fact.formula)) {
        return Some(Violation::Fact(fact));
    }
    if command.kind == CommandKind::Check {
        evaluator.judge_strongly();
    }
    let free: Vec<Declaration> =
        command.parameters.iter().filter_map(|d| unbound(d, first)).collect();
    let domains = free.iter().map(|declaration| Node::from(declaration.range.domain()));
    evaluator.begin(domains.chain([Node::from(&command.goal)]));
    let holds = evaluator.quantified(Quantifier::Some, &free, &command.goal, Polarity::Positive);
    (!holds).then_some(Violation::Goal)
}

/// The rest of a declaration without the variables that the instance has.
fn unbound(declaration: &Declaration, instance: &Instance) -> Option<Declaration> {
    let has = |id| instance.variables().iter().any(|(variable, _)| *variable == id);
    declaration.only(|variable| !has(variable))
}
