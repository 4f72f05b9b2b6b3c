//! Copies of formulas, and of the functions that they call, with the names read at a moment.

use std::rc::Rc;

use super::Unroller;
use super::copies::timeless;
use super::judged::JudgedView;
use super::reading::{CallEnvironment, NameReading, NodeMeaning};
use crate::model::build::conjunction;
use crate::model::{
    Declaration, Expr, Formula, FormulaKind, Function, FunctionId, Node, Range, Value,
};

impl<'m> Unroller<'m> {
    pub fn formula(&mut self, formula: &'m Formula, reading: &NameReading<'m>) -> Formula {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || {
            let kind = match self.view {
                JudgedView::Infinite => self.formula_kind(formula, reading),
                JudgedView::Weak | JudgedView::Strong | JudgedView::Open => {
                    self.judged(formula, reading)
                }
            };
            Formula { kind, span: formula.span }
        })
    }

    fn formula_kind(&mut self, formula: &'m Formula, reading: &NameReading<'m>) -> FormulaKind {
        use FormulaKind as F;
        let span = formula.span;
        match &formula.kind {
            F::Constant(truth) => F::Constant(*truth),
            F::Not(of) => F::Not(Box::new(self.formula(of, reading))),
            F::And(parts) => F::And(self.formulas(parts, reading)),
            F::Or(parts) => F::Or(self.formulas(parts, reading)),
            F::Implies(a, b) => {
                F::Implies(Box::new(self.formula(a, reading)), Box::new(self.formula(b, reading)))
            }
            F::Iff(a, b) => {
                F::Iff(Box::new(self.formula(a, reading)), Box::new(self.formula(b, reading)))
            }
            F::Conditional(c, a, b) => {
                let [c, a, b] = [c, a, b].map(|part| Box::new(self.formula(part, reading)));
                F::Conditional(c, a, b)
            }
            F::Quantified { quantifier, declarations, body } => {
                let (declarations, reading) = self.declarations(declarations, reading);
                let body = Box::new(self.formula(body, &reading));
                F::Quantified { quantifier: *quantifier, declarations, body }
            }
            F::Count(..) | F::Subset(..) | F::Equal(..) | F::Compare(..) | F::TotalOrder(_) => {
                self.comparison(formula, reading)
            }
            F::Let(..) | F::Variable(_) => self.named(formula, reading),
            F::Call(function, arguments) => match self.copied(*function, arguments, reading) {
                Some(copy) => F::Call(copy, self.relations(arguments, reading)),
                None => self.inlined(*function, arguments, reading),
            },
            F::In(_, of) => self.next(of, reading),
            F::Previously(of) => {
                let before = self.shape.previous(reading.now);
                let ways = before.into_iter().map(|(mut when, moment)| {
                    when.push(self.holds(of, moment, &reading.environment, true));
                    conjunction(when, span)
                });
                F::Or(ways.collect())
            }
            F::Temporal(op, sides) => self.temporal(*op, formula, sides, reading),
        }
    }

    /// What a formula says of the next moment. What leads on from there is a predicate of that moment: `p ; q ; r` is
    /// said once of each state, and not once of each way to it.
    fn next(&mut self, of: &'m Formula, reading: &NameReading<'m>) -> FormulaKind {
        let after = reading.after();
        match self.traits_under(of.into(), &reading.environment).primes {
            0 => self.formula(of, &after).kind,
            _ => self.holds(of, after.now, &after.environment, true).kind,
        }
    }

    pub fn comparison(&mut self, formula: &'m Formula, reading: &NameReading<'m>) -> FormulaKind {
        use FormulaKind as F;
        match &formula.kind {
            F::Count(count, expr) => F::Count(*count, self.relation(expr, reading)),
            F::Subset(a, b) => F::Subset(self.relation(a, reading), self.relation(b, reading)),
            F::Equal(a, b) => F::Equal(self.relation(a, reading), self.relation(b, reading)),
            F::Compare(how, a, b) => {
                F::Compare(*how, self.integer(a, reading), self.integer(b, reading))
            }
            F::TotalOrder(parts) => {
                let [a, b, c] = &**parts;
                F::TotalOrder(Box::new([a, b, c].map(|part| self.relation(part, reading))))
            }
            _ => unreachable!("the others compare nothing"),
        }
    }

    /// A `let`, or a variable of one.
    pub fn named(&mut self, formula: &'m Formula, reading: &NameReading<'m>) -> FormulaKind {
        match &formula.kind {
            FormulaKind::Let(variable, value, body) => {
                let reading = self.letting(*variable, value, reading);
                self.formula(body, &reading).kind
            }
            FormulaKind::Variable(variable) => match reading.environment.meaning(*variable) {
                NodeMeaning::Expression(Node::Formula(of), outer) => {
                    self.formula(of, &reading.under(outer)).kind
                }
                _ => unreachable!("a formula's variable stands for a formula"),
            },
            _ => unreachable!("the others have no names of formulas"),
        }
    }

    pub fn formulas(&mut self, parts: &'m [Formula], reading: &NameReading<'m>) -> Vec<Formula> {
        parts.iter().map(|part| self.formula(part, reading)).collect()
    }

    pub fn letting(
        &mut self,
        variable: crate::model::VariableId,
        value: &'m Value,
        reading: &NameReading<'m>,
    ) -> NameReading<'m> {
        let meaning = NodeMeaning::Expression(Node::from(value), reading.environment.clone());
        reading.under(reading.environment.with(variable, meaning))
    }

    /// A function that says the same at this moment, called by values, or `None` if it leads to other moments, which
    /// its arguments then go with.
    pub fn copied(
        &mut self,
        function: FunctionId,
        arguments: &'m [Expr],
        reading: &NameReading<'m>,
    ) -> Option<FunctionId> {
        let traits = self.traits_of_body(function);
        if traits.is_temporal || reading.now.is_beyond() && traits.is_touched {
            return None;
        }
        // An argument that the body does not read reaches nowhere.
        let is_infinite = self.view == JudgedView::Infinite;
        let mut leads_on = |argument: &'m Expr| {
            let traits = self.traits_under(argument.into(), &reading.environment);
            traits.primes > 0 || traits.is_temporal
        };
        if !is_infinite && arguments.iter().any(&mut leads_on) {
            return None;
        }
        if !traits.is_touched {
            return Some(function);
        }
        let state = reading.now.state;
        if let Some(&copy) = self.copied.get(&(function, state)) {
            return Some(copy);
        }
        let original: &'m Function = &self.original.functions[function];
        let reading = NameReading {
            next: Rc::from([]),
            ..reading.asserted(true).under(CallEnvironment::default())
        };
        let (parameters, reading) = self.declarations(&original.parameters, &reading);
        let body = match &original.body {
            Value::Formula(body) => Value::Formula(self.formula(body, &reading)),
            Value::Relation(body) => Value::Relation(self.relation(body, &reading)),
            Value::Integer(body) => Value::Integer(self.integer(body, &reading)),
        };
        let name = format!("{}${state}", original.name);
        let (is_private, span) = (original.is_private, original.span);
        let copy = Function { name, parameters, body, is_private, span };
        let copy = self.model.functions.push(copy);
        self.copied.insert((function, state), copy);
        Some(copy)
    }

    /// Declarations with variables of their own, and the reading in which these are bound.
    pub fn declarations(
        &mut self,
        declarations: &'m [Declaration],
        reading: &NameReading<'m>,
    ) -> (Vec<Declaration>, NameReading<'m>) {
        let mut reading = reading.clone();
        let mut copies = Vec::new();
        for declaration in declarations {
            let range = self.range(&declaration.range, &reading);
            let mut variables = Vec::new();
            for &variable in &declaration.variables {
                let copy = self.again(variable);
                variables.push(copy);
                let environment = reading.environment.with(variable, NodeMeaning::Value(copy));
                reading = reading.under(environment);
            }
            let conditions = self.formulas(&declaration.conditions, &reading.asserted(true));
            let (is_disjoint, span) = (declaration.is_disjoint, declaration.span);
            copies.push(Declaration { variables, is_disjoint, range, conditions, span });
        }
        (copies, reading)
    }

    fn range(&mut self, range: &'m Range, reading: &NameReading<'m>) -> Range {
        match range {
            Range::Of { multiplicity, domain } => {
                Range::of(*multiplicity, self.relation(domain, reading))
            }
            Range::Arrow { left, left_multiplicity, right_multiplicity, right, .. } => {
                Range::arrow(
                    self.range(left, reading),
                    [*left_multiplicity, *right_multiplicity],
                    self.range(right, reading),
                )
            }
        }
    }

    /// A parameter of the command. Its range is a bound. The goal says what else it says.
    pub fn parameter(&mut self, declaration: &'m Declaration) -> Declaration {
        Declaration {
            range: timeless(&declaration.range),
            conditions: Vec::new(),
            ..declaration.clone()
        }
    }
}

pub(super) const RED_ZONE: usize = 128 * 1024;
pub(super) const SEGMENT: usize = 1024 * 1024;
