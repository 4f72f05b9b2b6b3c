//! Variables and their values: quantifiers, `let` and calls.

use std::ops::ControlFlow;
use std::rc::Rc;

use super::Evaluator;
use super::overflow::Polarity;
use super::value::{Content, Tuples, VariableValue};
use crate::arena::Id;
use crate::integer::Number;
use crate::model::{Declaration, Expr, ExprKind, FunctionId, Node, Range, Sig, Value, VariableId};
use crate::tuples::TupleSet;

/// A quantifier, comprehension or sum over `Int`.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundInteger {
    pub(super) variable: VariableId,
    pub(super) is_universal: bool,
}

/// The function that sees each choice of values. It breaks off when it has seen enough.
type BindingVisit<'v, 'a> = &'v mut dyn FnMut(&mut Evaluator<'a>) -> ControlFlow<()>;

/// One declaration at work.
struct DeclaredChoice<'d> {
    declaration: &'d Declaration,
    domain: TupleSet,
    /// Its domain is `Int`.
    is_integer: bool,
    is_universal: bool,
}

impl<'a> Evaluator<'a> {
    pub(super) fn bound(&self, variable: VariableId) -> &VariableValue {
        self.bindings[variable.index()].as_ref().expect("a variable is bound where it is read")
    }

    /// Binds a variable. Returns its earlier value, and the time since which it had it.
    pub(super) fn replace(
        &mut self,
        variable: VariableId,
        bound: Option<VariableValue>,
    ) -> (Option<VariableValue>, u64) {
        self.clock += 1;
        let outer = std::mem::replace(&mut self.bindings[variable.index()], bound);
        (outer, std::mem::replace(&mut self.since[variable.index()], self.clock))
    }

    pub(super) fn restore(
        &mut self,
        variable: VariableId,
        (bound, since): (Option<VariableValue>, u64),
    ) {
        self.bindings[variable.index()] = bound;
        self.since[variable.index()] = since;
    }

    /// Evaluates `inside` with the variable bound.
    pub(super) fn with<R>(
        &mut self,
        variable: VariableId,
        bound: VariableValue,
        inside: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let outer = self.replace(variable, Some(bound));
        let result = inside(self);
        self.restore(variable, outer);
        result
    }

    /// What a `let` binds: in a trace the expression, else its value.
    pub(super) fn bound_value(&mut self, value: &Value) -> VariableValue {
        if self.expressions.is_some() {
            return self.deferred(Node::from(value));
        }
        let (content, overflowed) = match value {
            Value::Formula(formula) => (Content::Formula(self.verdicts(formula)), false),
            Value::Relation(expr) => {
                let Tuples { set, overflowed } = self.tuples(expr);
                (Content::Relation(set.into_shared()), overflowed)
            }
            Value::Integer(expr) => {
                let Number { value, overflowed } = self.number(expr);
                (Content::Number(value), overflowed)
            }
        };
        VariableValue { content, overflowed, variables: self.variables_of(Node::from(value)) }
    }

    fn bound_argument(&mut self, argument: &Expr) -> VariableValue {
        if self.expressions.is_some() {
            return self.deferred(Node::Relation(argument));
        }
        let Tuples { set, overflowed } = self.tuples(argument);
        let variables = self.variables_of(Node::Relation(argument));
        VariableValue { content: Content::Relation(set.into_shared()), overflowed, variables }
    }

    /// Evaluates a function's body with the parameters bound to the arguments (to their values, but in a
    /// trace), which are all taken before the first is bound: an argument may call the same function.
    pub(super) fn call<R>(
        &mut self,
        function: FunctionId,
        arguments: &[Expr],
        body: impl FnOnce(&mut Self, &'a Value) -> R,
    ) -> R {
        let function = &self.model.functions[function];
        let parameters = || function.parameters.iter().flat_map(|d| &d.variables).copied();
        let values: Vec<VariableValue> =
            arguments.iter().map(|argument| self.bound_argument(argument)).collect();
        assert_eq!(parameters().count(), values.len(), "the resolver matches arguments");
        let mut outer = Vec::new();
        for (parameter, value) in parameters().zip(values) {
            outer.push(self.replace(parameter, Some(value)));
        }
        self.nesting += 1;
        let result = body(self, &function.body);
        self.nesting -= 1;
        for (parameter, value) in parameters().zip(outer) {
            self.restore(parameter, value);
        }
        result
    }

    /// Shows `visit` every binding that the declarations allow. Later ones may mention earlier ones.
    pub(super) fn for_each_binding(
        &mut self,
        declarations: &[Declaration],
        is_universal: bool,
        visit: BindingVisit<'_, 'a>,
    ) -> ControlFlow<()> {
        let Some((declaration, rest)) = declarations.split_first() else {
            return visit(self);
        };
        if !self.can_try(declaration) {
            return ControlFlow::Break(());
        }
        // An overflow in the domain marks nothing: a number that overflowed is no atom.
        let domain = self.tuples(declaration.range.domain()).set.into_owned();
        let is_integer = is_integers(&declaration.range);
        let choice = DeclaredChoice { declaration, domain, is_integer, is_universal };
        self.choose(&choice, &mut Vec::new(), &mut |evaluator| {
            evaluator.for_each_binding(rest, is_universal, visit)
        })
    }

    /// Goes through the values of the declaration's next variable, after those of `chosen`.
    fn choose(
        &mut self,
        choice: &DeclaredChoice<'_>,
        chosen: &mut Vec<Rc<TupleSet>>,
        visit: BindingVisit<'_, 'a>,
    ) -> ControlFlow<()> {
        let Some(&variable) = choice.declaration.variables.get(chosen.len()) else {
            return visit(self);
        };
        let condition = choice.declaration.conditions.get(chosen.len());
        for value in values(&choice.declaration.range, &choice.domain) {
            if !self.can_go_on(choice.declaration) {
                return ControlFlow::Break(());
            }
            let overlaps = chosen.iter().any(|other| !other.is_disjoint(&value));
            if choice.declaration.is_disjoint && overlaps {
                continue;
            }
            let value = Rc::new(value);
            chosen.push(Rc::clone(&value));
            let flow = self.with_binder(choice, variable, value, |evaluator| {
                match condition.is_none_or(|said| evaluator.judge(said, Polarity::Positive)) {
                    true => evaluator.choose(choice, chosen, visit),
                    false => ControlFlow::Continue(()),
                }
            });
            chosen.pop();
            flow?;
        }
        ControlFlow::Continue(())
    }

    fn with_binder(
        &mut self,
        choice: &DeclaredChoice<'_>,
        variable: VariableId,
        value: Rc<TupleSet>,
        inside: impl FnOnce(&mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut bound = VariableValue::plain(Content::Relation(value));
        self.nesting += 1;
        let flow = if choice.is_integer {
            bound.variables.insert(variable);
            self.binders.push(BoundInteger { variable, is_universal: choice.is_universal });
            let flow = self.with(variable, bound, inside);
            self.binders.pop();
            flow
        } else {
            self.with(variable, bound, inside)
        };
        self.nesting -= 1;
        flow
    }
}

/// True if the declared domain is the sig `Int` itself.
fn is_integers(range: &Range) -> bool {
    matches!(range.domain().kind, ExprKind::Sig(Sig::INT))
}

// The values that the variables of a declaration are given, one after the other.
//
// `x: A` has one for each atom of A. Every other range is higher-order: its values are sets, and
// all subsets of the domain are tried, which is right at any size and quick at tiny ones. The
// formulas in the declaration say which of them its multiplicities refuse.

/// The values in a fixed order.
pub(super) fn values<'v>(
    range: &Range,
    domain: &'v TupleSet,
) -> Box<dyn Iterator<Item = TupleSet> + 'v> {
    match range.is_one() {
        true => Box::new(domain.indices().map(|index| of_indices(domain, [index]))),
        false => Box::new(subsets(domain)),
    }
}

fn of_indices(like: &TupleSet, indices: impl IntoIterator<Item = usize>) -> TupleSet {
    let mut set = TupleSet::empty(like.atoms(), like.arity());
    for index in indices {
        set.insert_index(index);
    }
    set
}

/// All subsets, in the order of the binary numbers whose digits say which tuples are in.
fn subsets(of: &TupleSet) -> impl Iterator<Item = TupleSet> {
    let tuples: Vec<usize> = of.indices().collect();
    let count = 1u64.checked_shl(tuples.len() as u32).expect("tiny scopes only");
    (0..count).map(move |mask| {
        let members = tuples.iter().enumerate().filter(|(at, _)| mask >> at & 1 == 1);
        of_indices(of, members.map(|(_, &tuple)| tuple))
    })
}
