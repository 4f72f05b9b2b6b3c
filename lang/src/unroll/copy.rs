//! Copies of formulas, relations and numbers, with the names read at a moment.

use std::rc::Rc;

use super::calls::{Environment, Meaning};
use super::copies::{expression, timeless};
use super::judged::View;
use super::moments::{Moment, When};
use super::{Unroller, given};
use crate::instance::Relation;
use crate::model::build::{binary, conjunction, set, union};
use crate::model::{
    Declaration, Expr, ExprKind, Formula, FormulaKind, Function, FunctionId, IntExpr, IntExprKind,
    Node, PairOp, Range, RelationOp, Sig, SigId, TemporalOp, Value,
};
use crate::source::Span;

/// The moment at which names are read, those that follow it as far as primes lead, and what variables stand for.
#[derive(Clone)]
pub(super) struct Reading<'m> {
    pub now: Moment,
    pub next: Rc<[Moment]>,
    pub environment: Environment<'m>,
    /// Of a formula its negation is copied if this is false; only where nothing is known of what comes after.
    pub is_positive: bool,
}

impl<'m> Reading<'m> {
    /// The same at the next moment.
    pub fn after(&self) -> Reading<'m> {
        Reading { now: self.next[0], next: self.next[1..].into(), ..self.clone() }
    }

    /// The same at an earlier moment of a beginning, or at this one.
    pub fn back_to(&self, moment: Moment) -> Reading<'m> {
        let between =
            (moment.state + 1..=self.now.state).map(|state| Moment { state, ..Moment::START });
        let next = between.chain(self.next.iter().copied()).collect();
        Reading { now: moment, next, ..self.clone() }
    }

    pub fn asserted(&self, is_positive: bool) -> Reading<'m> {
        Reading { is_positive, ..self.clone() }
    }

    pub fn negated(&self) -> Reading<'m> {
        self.asserted(!self.is_positive)
    }

    pub fn under(&self, environment: Environment<'m>) -> Reading<'m> {
        Reading { environment, ..self.clone() }
    }
}

impl<'m> Unroller<'m> {
    pub fn formula(&mut self, formula: &'m Formula, reading: &Reading<'m>) -> Formula {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || {
            let kind = match self.view {
                View::Infinite => self.formula_kind(formula, reading),
                View::Weak | View::Strong | View::Open => self.judged(formula, reading),
            };
            Formula { kind, span: formula.span }
        })
    }

    fn formula_kind(&mut self, formula: &'m Formula, reading: &Reading<'m>) -> FormulaKind {
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
            F::Temporal(op, sides) => self.temporal(*op, sides, reading),
        }
    }

    /// What a formula says of the next moment. What leads on from there is a predicate of that moment: `p ; q ; r` is
    /// said once of each state, and not once of each way to it.
    fn next(&mut self, of: &'m Formula, reading: &Reading<'m>) -> FormulaKind {
        let after = reading.after();
        match self.traits_under(of.into(), &reading.environment).primes {
            0 => self.formula(of, &after).kind,
            _ => self.holds(of, after.now, &after.environment, true).kind,
        }
    }

    pub fn comparison(&mut self, formula: &'m Formula, reading: &Reading<'m>) -> FormulaKind {
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
    pub fn named(&mut self, formula: &'m Formula, reading: &Reading<'m>) -> FormulaKind {
        match &formula.kind {
            FormulaKind::Let(variable, value, body) => {
                let reading = self.letting(*variable, value, reading);
                self.formula(body, &reading).kind
            }
            FormulaKind::Variable(variable) => match reading.environment.meaning(*variable) {
                Meaning::Expression(Node::Formula(of), outer) => {
                    self.formula(of, &reading.under(outer)).kind
                }
                _ => unreachable!("a formula's variable stands for a formula"),
            },
            _ => unreachable!("the others have no names of formulas"),
        }
    }

    pub fn formulas(&mut self, parts: &'m [Formula], reading: &Reading<'m>) -> Vec<Formula> {
        parts.iter().map(|part| self.formula(part, reading)).collect()
    }

    fn temporal(
        &mut self,
        op: TemporalOp,
        [first, second]: &'m [Formula; 2],
        reading: &Reading<'m>,
    ) -> FormulaKind {
        let past = [first, second]
            .map(|side| self.traits_under(Node::Formula(side), &reading.environment).past);
        let rounds = past[0].max(past[1]);
        let moments: Vec<When> = match op.is_past() {
            true => self.shape.up_to_here(reading.now),
            false => self.shape.onwards(reading.now, rounds),
        };
        let at_end = matches!(op, TemporalOp::Releases | TemporalOp::Triggered);
        self.unwound(op, [first, second], moments, at_end, reading, |unroller, side, moment| {
            unroller.holds(side, moment, &reading.environment, true)
        })
    }

    /// What an operator says of these moments, in their order, where it is `at_end` after the last of them.
    pub fn unwound(
        &mut self,
        op: TemporalOp,
        [first, second]: [&'m Formula; 2],
        moments: Vec<When>,
        at_end: bool,
        reading: &Reading<'m>,
        mut side: impl FnMut(&mut Self, &'m Formula, Moment) -> Formula,
    ) -> FormulaKind {
        let span = second.span;
        let of = |kind| Formula { kind, span };
        let is_some = matches!(op, TemporalOp::Until | TemporalOp::Since);
        // `eventually` and `always`, which are said flat.
        let is_alone = at_end != is_some
            && matches!(first.kind, FormulaKind::Constant(truth) if (truth == reading.is_positive) == is_some);
        let mut rest = of(FormulaKind::Constant(at_end));
        let mut all = Vec::new();
        for (when, moment) in moments.into_iter().rev() {
            let here = side(self, second, moment);
            if is_alone {
                all.push(if is_some { both(when, here, span) } else { given(when, here) });
                continue;
            }
            let on = side(self, first, moment);
            rest = of(if is_some {
                // Here the second, or the first and so on; a moment that is none is passed over.
                let now = both(when.clone(), here, span);
                let then = of(FormulaKind::And(vec![given(when, on), rest]));
                FormulaKind::Or(vec![now, then])
            } else {
                let now = given(when.clone(), here);
                let then = of(FormulaKind::Or(vec![both(when, on, span), rest]));
                FormulaKind::And(vec![now, then])
            });
        }
        all.reverse();
        match (is_alone, is_some) {
            (false, _) => rest.kind,
            (true, true) => FormulaKind::Or(all),
            (true, false) => FormulaKind::And(all),
        }
    }

    fn letting(
        &mut self,
        variable: crate::model::VariableId,
        value: &'m Value,
        reading: &Reading<'m>,
    ) -> Reading<'m> {
        let meaning = Meaning::Expression(Node::from(value), reading.environment.clone());
        reading.under(reading.environment.with(variable, meaning))
    }

    /// A function that says the same at this moment, called by values; `None` if it leads to other moments, which its
    /// arguments then go with.
    pub fn copied(
        &mut self,
        function: FunctionId,
        arguments: &'m [Expr],
        reading: &Reading<'m>,
    ) -> Option<FunctionId> {
        let traits = self.traits_of_body(function);
        if traits.is_temporal || reading.now.is_beyond() && traits.is_touched {
            return None;
        }
        // An argument that the body does not read reaches nowhere.
        let is_infinite = self.view == View::Infinite;
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
        let reading =
            Reading { next: Rc::from([]), ..reading.asserted(true).under(Environment::default()) };
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
        reading: &Reading<'m>,
    ) -> (Vec<Declaration>, Reading<'m>) {
        let mut reading = reading.clone();
        let mut copies = Vec::new();
        for declaration in declarations {
            let range = self.range(&declaration.range, &reading);
            let mut variables = Vec::new();
            for &variable in &declaration.variables {
                let copy = self.again(variable);
                variables.push(copy);
                let environment = reading.environment.with(variable, Meaning::Value(copy));
                reading = reading.under(environment);
            }
            let conditions = self.formulas(&declaration.conditions, &reading.asserted(true));
            let (is_disjoint, span) = (declaration.is_disjoint, declaration.span);
            copies.push(Declaration { variables, is_disjoint, range, conditions, span });
        }
        (copies, reading)
    }

    fn range(&mut self, range: &'m Range, reading: &Reading<'m>) -> Range {
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

    /// A parameter of the command: its range is a bound; what else it says is said by the goal.
    pub fn parameter(&mut self, declaration: &'m Declaration) -> Declaration {
        Declaration {
            range: timeless(&declaration.range),
            conditions: Vec::new(),
            ..declaration.clone()
        }
    }

    pub fn relations(&mut self, all: &'m [Expr], reading: &Reading<'m>) -> Vec<Expr> {
        all.iter().map(|expr| self.relation(expr, reading)).collect()
    }

    pub fn relation(&mut self, expr: &'m Expr, reading: &Reading<'m>) -> Expr {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || self.relation_of(expr, reading))
    }

    fn relation_of(&mut self, expr: &'m Expr, reading: &Reading<'m>) -> Expr {
        use ExprKind as E;
        let (state, span) = (reading.now.state, expr.span);
        let kind = match &expr.kind {
            E::Identity | E::Sig(_) | E::Field(_) if reading.now.is_beyond() => {
                self.is_beyond |= self.original.changes(expr);
                expr.kind.clone()
            }
            E::Identity => return self.identity(state, span),
            E::Sig(Sig::UNIVERSE) => return self.universe(state, span),
            E::Sig(sig) => return self.sig(*sig, state, span),
            E::Field(field) => return self.field(*field, state, expr.arity, span),
            E::Variable(variable) => match reading.environment.meaning(*variable) {
                Meaning::Value(value) => E::Variable(value),
                Meaning::Expression(Node::Relation(of), outer) => {
                    return self.relation(of, &reading.under(outer));
                }
                Meaning::Expression(..) => {
                    unreachable!("a relation's variable stands for a relation")
                }
            },
            E::Unary(PairOp::ReflexiveClosure, of) if !reading.now.is_beyond() => {
                let of = Box::new(self.relation(of, reading));
                let closure = Expr { kind: E::Unary(PairOp::Closure, of), arity: 2, span };
                return binary(RelationOp::Union, closure, self.identity(state, span));
            }
            E::Unary(op, of) => E::Unary(*op, Box::new(self.relation(of, reading))),
            E::Binary(op, a, b) => {
                let harmless = self.harmless(Node::Relation(expr));
                let [a, b] = [a, b].map(|side| match harmless {
                    Some(id) if id == Node::Relation(side).id() => self.plain(side, reading),
                    _ => self.relation(side, reading),
                });
                E::Binary(*op, Box::new(a), Box::new(b))
            }
            E::Conditional(c, a, b) => E::Conditional(
                Box::new(self.formula(c, &reading.asserted(true))),
                Box::new(self.relation(a, reading)),
                Box::new(self.relation(b, reading)),
            ),
            E::Comprehension(declarations, body) => {
                let (declarations, reading) = self.declarations(declarations, reading);
                E::Comprehension(
                    declarations,
                    Box::new(self.formula(body, &reading.asserted(true))),
                )
            }
            E::Let(variable, value, body) => {
                let reading = self.letting(*variable, value, reading);
                return self.relation(body, &reading);
            }
            E::Call(function, arguments) => match self.copied(*function, arguments, reading) {
                Some(copy) => E::Call(copy, self.relations(arguments, reading)),
                None => {
                    let within = self.called(*function, arguments, &reading.environment);
                    match &self.original.functions[*function].body {
                        Value::Relation(body) => {
                            return self.relation(body, &reading.under(within));
                        }
                        _ => unreachable!("its body is a relation"),
                    }
                }
            },
            E::In(_, of) => return self.relation(of, &reading.after()),
            E::IntegerAtom(number) => E::IntegerAtom(Box::new(self.integer(number, reading))),
            E::Empty | E::NextInteger | E::String(_) => expr.kind.clone(),
        };
        Expr { kind, arity: expr.arity, span }
    }

    /// `univ` or `*r`, where other atoms make no difference.
    fn plain(&mut self, expr: &'m Expr, reading: &Reading<'m>) -> Expr {
        let kind = match &expr.kind {
            ExprKind::Unary(op, of) => ExprKind::Unary(*op, Box::new(self.relation(of, reading))),
            kind => kind.clone(),
        };
        Expr { kind, ..expr.clone() }
    }

    /// The atoms in use in a state: all but the hidden one, and of mutable sigs those that are there.
    fn universe(&self, state: usize, span: Span) -> Expr {
        let mutable: Vec<SigId> =
            self.original.top_level().filter(|&top| self.copies.changes(top)).collect();
        let sets = mutable.iter().map(|&sig| expression(Relation::Sig(sig), 1, span));
        let others = union(sets.chain([set(self.shape.trace(), span)]).collect());
        let others = others.expect("there is the hidden one");
        let all = binary(RelationOp::Difference, set(Sig::UNIVERSE, span), others);
        let there = mutable.iter().map(|&sig| self.sig(sig, state, span));
        there.fold(all, |all, there| binary(RelationOp::Union, all, there))
    }

    fn identity(&self, state: usize, span: Span) -> Expr {
        let all = Expr { kind: ExprKind::Identity, arity: 2, span };
        binary(RelationOp::DomainRestriction, self.universe(state, span), all)
    }

    pub fn integer(&mut self, int: &'m IntExpr, reading: &Reading<'m>) -> IntExpr {
        stacker::maybe_grow(RED_ZONE, SEGMENT, || self.integer_of(int, reading))
    }

    fn integer_of(&mut self, int: &'m IntExpr, reading: &Reading<'m>) -> IntExpr {
        use IntExprKind as I;
        let kind = match &int.kind {
            I::Constant(_) | I::Least | I::Greatest => int.kind.clone(),
            I::Measure(measure, of) => I::Measure(*measure, self.relation(of, reading)),
            I::Sum(declarations, body) => {
                let (declarations, reading) = self.declarations(declarations, reading);
                I::Sum(declarations, Box::new(self.integer(body, &reading)))
            }
            I::Binary(op, a, b) => {
                let [a, b] = [a, b].map(|side| Box::new(self.integer(side, reading)));
                I::Binary(*op, a, b)
            }
            I::Conditional(c, a, b) => I::Conditional(
                Box::new(self.formula(c, &reading.asserted(true))),
                Box::new(self.integer(a, reading)),
                Box::new(self.integer(b, reading)),
            ),
            I::Let(variable, value, body) => {
                let reading = self.letting(*variable, value, reading);
                return self.integer(body, &reading);
            }
            I::Variable(variable) => match reading.environment.meaning(*variable) {
                Meaning::Expression(Node::Integer(of), outer) => {
                    return self.integer(of, &reading.under(outer));
                }
                _ => unreachable!("a number's variable stands for a number"),
            },
            I::Call(function, arguments) => match self.copied(*function, arguments, reading) {
                Some(copy) => I::Call(copy, self.relations(arguments, reading)),
                None => {
                    let within = self.called(*function, arguments, &reading.environment);
                    match &self.original.functions[*function].body {
                        Value::Integer(body) => return self.integer(body, &reading.under(within)),
                        _ => unreachable!("its body is a number"),
                    }
                }
            },
            I::In(_, of) => return self.integer(of, &reading.after()),
        };
        IntExpr { kind, span: int.span }
    }
}

/// All of the condition, and the formula.
pub(super) fn both(mut condition: Vec<Formula>, formula: Formula, span: Span) -> Formula {
    condition.push(formula);
    conjunction(condition, span)
}

const RED_ZONE: usize = 128 * 1024;
const SEGMENT: usize = 1024 * 1024;
