//! What variables stand for, and the predicates that hold a formula once when several places ask for
//! it at the same moment.
//!
//! A quantified variable stands for a value, which no time changes. A parameter and a `let` stand for an
//! expression, which is read where it is used: as far as time goes a predicate is a macro.

use std::rc::Rc;

use crate::model::build::{binary, set};
use crate::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, Function, FunctionId, Multiplicity, Node,
    NodeId, Range, RelationOp, Sig, Value, VariableId,
};

use super::copy::{RED_ZONE, SEGMENT};
use super::judged::JudgedView;
use super::moments::{Link, Moment};
use super::reading::{CallEnvironment, NameReading, NodeMeaning};
use super::traits::Traits;
use super::{Unroller, given};

/// A moment, how many rounds and how many moments after it matter to a formula, and its polarity.
#[derive(Clone, Copy)]
struct Ahead {
    now: Moment,
    rounds: usize,
    primes: usize,
    is_positive: bool,
}

/// What makes two predicates the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct InstanceKey<'m> {
    formula: NodeId<'m>,
    view: (JudgedView, bool),
    /// It stands in a comparison.
    is_compared: bool,
    now: Moment,
    next: Vec<Moment>,
    /// It is what an operator says from this link of its way on, and not the whole formula.
    link: Option<Link>,
    variables: Vec<Sign<'m>>,
}

/// What makes two meanings the same, but for the values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Sign<'m> {
    /// By its place among the values.
    Value(usize),
    Expression(NodeId<'m>, Vec<Sign<'m>>),
}

impl<'m> Unroller<'m> {
    /// The formula that `formula` holds at a moment, or if it is not positive, that it fails.
    pub fn holds(
        &mut self,
        formula: &'m Formula,
        now: Moment,
        environment: &CallEnvironment<'m>,
        is_positive: bool,
    ) -> Formula {
        if let FormulaKind::Constant(truth) = formula.kind {
            return Formula { kind: FormulaKind::Constant(truth == is_positive), ..*formula };
        }
        let Traits { is_touched, primes, past, .. } =
            self.traits_under(Node::Formula(formula), environment);
        let now = if is_touched { now.within(past) } else { Moment::START };
        let ahead = Ahead { now, rounds: past, primes, is_positive };
        self.split(formula, ahead, &mut vec![now], environment)
    }

    /// The same for each way in which the trace may go on for as many moments as primes lead to.
    fn split(
        &mut self,
        formula: &'m Formula,
        ahead: Ahead,
        way: &mut Vec<Moment>,
        environment: &CallEnvironment<'m>,
    ) -> Formula {
        if way.len() > ahead.primes {
            return self.instance(formula, ahead, &way[1..], environment);
        }
        let mut parts = Vec::new();
        for (when, after) in self.shape.after(way, ahead.rounds) {
            way.push(after);
            let then = self.split(formula, ahead, way, environment);
            way.pop();
            parts.push(given(when, then));
        }
        Formula { kind: FormulaKind::And(parts), span: formula.span }
    }

    /// A call of the predicate that says so.
    fn instance(
        &mut self,
        formula: &'m Formula,
        Ahead { now, is_positive, .. }: Ahead,
        next: &[Moment],
        environment: &CallEnvironment<'m>,
    ) -> Formula {
        let environment = environment.clone();
        let reading = NameReading { now, next: next.into(), environment, is_positive };
        self.predicate(formula, None, &reading, |unroller, reading| {
            unroller.formula(formula, reading)
        })
    }

    /// A call of a predicate of a formula at a moment, or of what it says from a link of its way on. `body` makes its
    /// body where it is called for the first time.
    pub fn predicate(
        &mut self,
        formula: &'m Formula,
        link: Option<Link>,
        reading: &NameReading<'m>,
        body: impl FnOnce(&mut Self, &NameReading<'m>) -> Formula,
    ) -> Formula {
        let (node, span) = (Node::Formula(formula), formula.span);
        let NameReading { now, next, environment, is_positive } = reading;
        let mut values = Vec::new();
        let variables = self.signs(node, environment, &mut values);
        let key = InstanceKey {
            formula: node.id(),
            view: (self.view, *is_positive),
            is_compared: self.comparisons > 0,
            now: *now,
            next: next.to_vec(),
            link,
            variables,
        };
        let function = match self.instances.get(&key) {
            Some(&(function, is_beyond)) => {
                self.is_beyond |= is_beyond;
                function
            }
            None => {
                let parameters: Vec<VariableId> =
                    values.iter().map(|&value| self.again(value)).collect();
                let places = |value| {
                    let place = values.iter().position(|other| *other == value);
                    parameters[place.expect("it is one of the values")]
                };
                let reading = reading.under(self.renamed(node, environment, &places));
                let outer = std::mem::replace(&mut self.is_beyond, false);
                let body = stacker::maybe_grow(RED_ZONE, SEGMENT, || body(self, &reading));
                let is_beyond = self.is_beyond;
                self.is_beyond |= outer;
                let name = format!("$state{}", now.state);
                let declared = parameters.iter().map(|&parameter| self.any(parameter));
                let parameters = declared.collect();
                let (body, is_private) = (Value::Formula(body), false);
                let function = Function { name, parameters, body, is_private, span };
                let function = self.model.functions.push(function);
                self.instances.insert(key, (function, is_beyond));
                function
            }
        };
        let arguments = values.iter().map(|&value| self.value(value, span)).collect();
        Formula { kind: FormulaKind::Call(function, arguments), span }
    }

    /// Another variable of the same kind.
    pub fn again(&mut self, variable: VariableId) -> VariableId {
        let again = self.model.variables[variable].clone();
        let again = self.model.variables.push(again);
        let original = self.originals.get(&variable).copied().unwrap_or(variable);
        self.originals.insert(again, original);
        again
    }

    pub fn value(&self, variable: VariableId, span: crate::source::Span) -> Expr {
        let arity = self.model.variables[variable].arity;
        Expr { kind: ExprKind::Variable(variable), arity, span }
    }

    /// A parameter that may have any value.
    fn any(&self, parameter: VariableId) -> Declaration {
        let variable = &self.model.variables[parameter];
        let (arity, span) = (variable.arity, variable.span);
        let univ = || set(Sig::UNIVERSE, span);
        let domain =
            (1..arity).fold(univ(), |domain, _| binary(RelationOp::Product, domain, univ()));
        let range = Range::of(Multiplicity::Set, domain);
        let (variables, conditions) = (vec![parameter], Vec::new());
        Declaration { variables, is_disjoint: false, range, conditions, span }
    }

    /// The traits of a node and of what its variables stand for.
    pub fn traits_under(&mut self, node: Node<'m>, environment: &CallEnvironment<'m>) -> Traits {
        let mut found = self.traits_of(node);
        let own = found;
        for &variable in self.free(node).iter() {
            if let NodeMeaning::Expression(of, outer) = environment.meaning(variable) {
                found = found.joined(self.traits_under(of, &outer).within(own));
            }
        }
        found
    }

    fn free(&mut self, node: Node<'m>) -> Rc<[VariableId]> {
        self.free_variables.of(node)
    }

    fn signs(
        &mut self,
        node: Node<'m>,
        environment: &CallEnvironment<'m>,
        values: &mut Vec<VariableId>,
    ) -> Vec<Sign<'m>> {
        let mut signs = Vec::new();
        for &variable in self.free(node).iter() {
            signs.push(match environment.meaning(variable) {
                NodeMeaning::Value(value) => {
                    let place = values.iter().position(|other| *other == value);
                    Sign::Value(place.unwrap_or_else(|| {
                        values.push(value);
                        values.len() - 1
                    }))
                }
                NodeMeaning::Expression(of, outer) => {
                    Sign::Expression(of.id(), self.signs(of, &outer, values))
                }
            });
        }
        signs
    }

    /// What the variables of a node stand for, where other variables have the values.
    fn renamed(
        &mut self,
        node: Node<'m>,
        environment: &CallEnvironment<'m>,
        name: &dyn Fn(VariableId) -> VariableId,
    ) -> CallEnvironment<'m> {
        let mut renamed = CallEnvironment::default();
        for &variable in self.free(node).iter() {
            let meaning = match environment.meaning(variable) {
                NodeMeaning::Value(value) => NodeMeaning::Value(name(value)),
                NodeMeaning::Expression(of, outer) => {
                    NodeMeaning::Expression(of, self.renamed(of, &outer, name))
                }
            };
            renamed = renamed.with(variable, meaning);
        }
        renamed
    }

    /// The environment of a function's body: its parameters stand for the arguments.
    pub fn called(
        &self,
        function: FunctionId,
        arguments: &'m [Expr],
        environment: &CallEnvironment<'m>,
    ) -> CallEnvironment<'m> {
        let parameters = self.original.functions[function].parameters.iter();
        let parameters = parameters.flat_map(|declaration| &declaration.variables);
        parameters.zip(arguments).fold(
            CallEnvironment::default(),
            |within, (&parameter, argument)| {
                let meaning =
                    NodeMeaning::Expression(Node::Relation(argument), environment.clone());
                within.with(parameter, meaning)
            },
        )
    }
}
