//! `let` and arguments in a trace, which are no values: they stand for the expression.
//!
//! `let a = A | some a and after no a` can be true: the expression is evaluated where it is used, at the
//! position of its use. What its own variables stand for is a matter of where it is written: `gone[x]`,
//! called for a quantified x, asks of the value of that x, whatever variables the predicate has. So a
//! variable is bound to the expression together with what the variables in it stood for. In one state,
//! and in the two of an operation, a value serves as well, and is found once.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::Evaluator;
use super::value::{Content, DeferredExpression, Expression, VariableValue};
use crate::arena::Id;
use crate::model::{Node, Value};

/// The expressions by their places in memory, where they stay as long as something is evaluated, and
/// their sort: a node may lie at the very start of another one. Each is copied once, so that its own nodes have
/// one place, too.
pub(super) type DeferredExpressions = FxHashMap<(usize, u8), Rc<Expression>>;

impl Evaluator<'_> {
    /// What a variable is bound to that stands for an expression.
    pub(super) fn deferred(&mut self, node: Node<'_>) -> VariableValue {
        let bound = node.variable().and_then(|variable| self.bindings[variable.index()].as_ref());
        if let Some(bound) = bound {
            return bound.clone();
        }
        let expression = self.expression(node);
        let bindings =
            expression.variables.iter().map(|v| self.bindings[v.index()].clone()).collect();
        let content = Content::Deferred(Rc::new(DeferredExpression { expression, bindings }));
        VariableValue { content, overflowed: false, variables: self.variables_of(node) }
    }

    fn expression(&mut self, node: Node<'_>) -> Rc<Expression> {
        let place = match node {
            Node::Formula(formula) => (std::ptr::from_ref(formula).addr(), 0),
            Node::Relation(expr) => (std::ptr::from_ref(expr).addr(), 1),
            Node::Integer(int) => (std::ptr::from_ref(int).addr(), 2),
        };
        let expressions = self.expressions.as_mut().expect("a trace has a place for them");
        let new = || Expression { value: copied(node), variables: node.free_variables() };
        Rc::clone(expressions.entry(place).or_insert_with(|| Rc::new(new())))
    }

    /// Evaluates `inside` where the variables of an expression stand for what they did where it is
    /// written.
    pub(super) fn with_deferred<R>(
        &mut self,
        deferred: &DeferredExpression,
        inside: impl FnOnce(&mut Self, &Value) -> R,
    ) -> R {
        let variables = &deferred.expression.variables;
        let bindings = variables.iter().zip(&deferred.bindings);
        let outer: Vec<_> =
            bindings.map(|(variable, bound)| self.replace(*variable, bound.clone())).collect();
        let result = inside(self, &deferred.expression.value);
        for (variable, bound) in variables.iter().zip(outer) {
            self.restore(*variable, bound);
        }
        result
    }
}

fn copied(node: Node<'_>) -> Value {
    match node {
        Node::Formula(formula) => Value::Formula(formula.clone()),
        Node::Relation(expr) => Value::Relation(expr.clone()),
        Node::Integer(int) => Value::Integer(int.clone()),
    }
}
