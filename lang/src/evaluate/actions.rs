//! The arguments with which a predicate holds at a position of a trace.
//!
//! Each parameter is given every value of its declaration, read at that position, as a quantifier would. A conjunct of
//! the predicate's body is read as soon as its parameters have values, so that a conjunct that refuses the value of the
//! first one is not read again for each value of the others.

use std::ops::ControlFlow;

use super::Evaluator;
use super::overflow::Polarity;
use super::value::Content;
use crate::model::{Declaration, Formula, FormulaKind, FunctionId, Model, Node, Value, VariableId};
use crate::tuples::TupleSet;

/// A predicate whose arguments are asked for.
#[derive(Clone, Debug)]
pub struct ActionPredicate<'m> {
    parameters: Vec<VariableId>,
    /// The conjuncts without parameters.
    first: Vec<&'m Formula>,
    rest: Vec<ActionLevel<'m>>,
}

/// Some parameters, and the conjuncts that mention them and no later ones.
#[derive(Clone, Debug)]
struct ActionLevel<'m> {
    declaration: Declaration,
    conjuncts: Vec<&'m Formula>,
}

impl<'m> ActionPredicate<'m> {
    /// # Panics
    /// If the function is no predicate.
    pub fn new(model: &'m Model, predicate: FunctionId) -> ActionPredicate<'m> {
        let function = &model.functions[predicate];
        let Value::Formula(body) = &function.body else { panic!("an action is a predicate") };
        let level = |declaration| ActionLevel { declaration, conjuncts: Vec::new() };
        let mut rest: Vec<ActionLevel> =
            function.parameters.iter().flat_map(by_variable).map(level).collect();
        let mut first = Vec::new();
        for conjunct in conjuncts(body) {
            let free = Node::Formula(conjunct).free_variables();
            let speaks = |level: &ActionLevel| {
                level.declaration.variables.iter().any(|variable| free.contains(variable))
            };
            match rest.iter().rposition(speaks) {
                Some(at) => rest[at].conjuncts.push(conjunct),
                None => first.push(conjunct),
            }
        }
        let parameters = function.parameters.iter().flat_map(|group| &group.variables);
        ActionPredicate { parameters: parameters.copied().collect(), first, rest }
    }

    fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let all = self.rest.iter().flat_map(|level| &level.conjuncts).chain(&self.first);
        let domains = self.rest.iter().map(|level| Node::from(level.declaration.range.domain()));
        all.map(|formula| Node::Formula(formula)).chain(domains)
    }
}

/// The variables of a declaration one by one, unless it relates them to each other.
fn by_variable(declaration: &Declaration) -> Vec<Declaration> {
    match declaration.is_disjoint {
        true => vec![declaration.clone()],
        false => {
            let only = |&one| declaration.only(|variable| variable == one);
            declaration.variables.iter().filter_map(only).collect()
        }
    }
}

fn conjuncts(formula: &Formula) -> Vec<&Formula> {
    match &formula.kind {
        FormulaKind::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        _ => vec![formula],
    }
}

/// For one action the arguments with which it holds: the values of its parameters, in order, in each choice.
pub type ArgumentChoices = Vec<Vec<TupleSet>>;

impl Evaluator<'_> {
    /// For each action the arguments with which it holds where formulas are read, in the order of the atoms.
    pub fn taken(&mut self, actions: &[ActionPredicate<'_>]) -> Vec<ArgumentChoices> {
        self.begin(actions.iter().flat_map(ActionPredicate::nodes));
        let of = |action: &ActionPredicate<'_>| {
            let mut found = Vec::new();
            if self.all_hold(&action.first) {
                self.add_choices(action, 0, &mut found);
            }
            found
        };
        actions.iter().map(of).collect()
    }

    fn all_hold(&mut self, formulas: &[&Formula]) -> bool {
        formulas.iter().all(|formula| self.judge(formula, Polarity::Positive))
    }

    /// The choices of the parameters from this level on. Those before it have values.
    fn add_choices(
        &mut self,
        action: &ActionPredicate<'_>,
        at: usize,
        found: &mut ArgumentChoices,
    ) {
        let Some(level) = action.rest.get(at) else {
            let value = |variable: &VariableId| match &self.bound(*variable).content {
                Content::Relation(value) => TupleSet::clone(value),
                _ => unreachable!("a parameter of an action stands for atoms"),
            };
            found.push(action.parameters.iter().map(value).collect());
            return;
        };
        let declaration = std::slice::from_ref(&level.declaration);
        // All are visited.
        let _ = self.for_each_binding(declaration, false, &mut |evaluator| {
            if evaluator.all_hold(&level.conjuncts) {
                evaluator.add_choices(action, at + 1, found);
            }
            ControlFlow::Continue(())
        });
    }
}
