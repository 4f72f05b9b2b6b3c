//! What a `check` denies, with one witness for all states.
//!
//! *Problem.* `always all x: D | F` is denied by some state and some x of D there for which F fails. Copied to the
//! states, each has an x of its own, and a search that only asks whether there is a counterexample refutes each of them
//! by itself. *Choice.* An existential quantifier changes places with `eventually`, `once` and `after`: some x, and
//! eventually x is in D and F fails. So the witness is one choice for all states, as it is where time is a sig of the
//! spec, and every lesson about it is about all states at once. A variable is of at most one atom, because other ways
//! to break the assertion may need none. *Rejected.* To ask the list of counterexamples in this form: a witness is no
//! part of one, and would have to be decided.
//!
//! For beginnings it is enough to look for a shortest one that breaks an assertion, if a beginning stays one when its
//! last states are taken away (`cut.rs`). There `always F` fails in the last state, or as many before it as F reads
//! ahead, and nowhere else: the moment is no choice beside that of the length, and F is said once, of the state that
//! the length chooses. Such a form says less of a trace than the goal does.
//!
//! A quantifier over sets, and one whose domain is more than sigs, fields and variables, stays where it is.

use std::rc::Rc;

use super::Unroller;
use super::judged::JudgedView;
use super::moments::Moment;
use super::operators::both;
use super::reading::{CallEnvironment, NameReading, NodeMeaning};
use crate::model::build::{conjunction, negated, subset, union};
use crate::model::{
    Command, CommandKind, Count, Declaration, Expr, ExprKind, Formula, FormulaKind, Multiplicity,
    Node, Quantifier, Range, Sig, TemporalOp, Value, VariableId,
};
use crate::source::Span;

/// A formula whose existential quantifiers stand before all of it.
enum Denial<'m> {
    /// The formula, or if it is not positive its negation, as it is.
    Whole(&'m Formula, CallEnvironment<'m>, bool),
    All(Vec<Denial<'m>>),
    Any(Vec<Denial<'m>>),
    /// The variables are there and within what their declarations say, and the formula holds.
    Within(Vec<Domain<'m>>, Box<Denial<'m>>),
    /// It holds at one of these moments.
    At(Moments, usize, Box<Denial<'m>>),
}

/// Variables and the expression that each of them is an atom of.
type Domain<'m> = (Vec<VariableId>, &'m Expr, CallEnvironment<'m>);

#[derive(Clone, Copy)]
enum Moments {
    Onwards,
    /// The last one, or so many before it.
    Last(usize),
    UpToHere,
    Next,
}

/// The work of taking one goal apart.
struct GoalPlaces {
    declarations: Vec<Declaration>,
    /// The number of enclosing operators that lead to other moments.
    depth: usize,
    /// Moments at which nothing else has to hold may be the last ones.
    is_cut: bool,
    /// Some are.
    has_cut: bool,
}

/// What is said of so many moments by so many others is copied for each choice of them.
const DEEPEST: usize = 2;

impl<'m> Unroller<'m> {
    /// The denied formula of a check, if it has quantifiers that can hold for all states at once.
    pub fn denied(&mut self, command: &'m Command) -> Option<Formula> {
        self.denied_by(command, false)
    }

    /// The same of a shortest beginning that breaks the assertion, if its end is where it does so.
    pub fn denied_at_the_end(&mut self, command: &'m Command) -> Option<Formula> {
        let is_cut =
            self.view == JudgedView::Strong && self.shape.is_any() && self.can_be_cut(command);
        is_cut.then(|| self.denied_by(command, true))?
    }

    fn denied_by(&mut self, command: &'m Command, is_cut: bool) -> Option<Formula> {
        if command.kind != CommandKind::Check || self.view == JudgedView::Open {
            return None;
        }
        let mut places = GoalPlaces { declarations: Vec::new(), depth: 0, is_cut, has_cut: false };
        let goal = &command.goal;
        let denial = self.denial(goal, &CallEnvironment::default(), true, &mut places)?;
        if is_cut && !places.has_cut {
            return None;
        }
        let body = Box::new(self.at(&denial, Moment::START, goal.span));
        let declarations = places.declarations;
        let kind = FormulaKind::Quantified { quantifier: Quantifier::Some, declarations, body };
        Some(Formula { kind, span: goal.span })
    }

    /// `None` if it has no quantifier that leaves its place.
    fn denial(
        &mut self,
        formula: &'m Formula,
        environment: &CallEnvironment<'m>,
        is_positive: bool,
        places: &mut GoalPlaces,
    ) -> Option<Denial<'m>> {
        use FormulaKind as F;
        match &formula.kind {
            F::Not(inner) => self.denial(inner, environment, !is_positive, places),
            F::And(parts) | F::Or(parts) => {
                let parts = parts.iter().map(|part| (part, is_positive)).collect();
                let is_all = matches!(formula.kind, F::And(_)) == is_positive;
                self.denials(parts, environment, is_all, places)
            }
            F::Implies(a, b) => {
                let parts = vec![(&**a, !is_positive), (&**b, is_positive)];
                self.denials(parts, environment, !is_positive, places)
            }
            F::Quantified { quantifier, declarations, body }
                if (*quantifier == Quantifier::Some) == is_positive =>
            {
                self.moved(declarations, body, environment, is_positive, places)
            }
            F::Call(function, arguments) => {
                let within = self.called(*function, arguments, environment);
                let Value::Formula(body) = &self.original.functions[*function].body else {
                    unreachable!("a predicate's body is a formula")
                };
                self.denial(body, &within, is_positive, places)
            }
            F::Let(variable, value, body) => {
                let meaning = NodeMeaning::Expression(Node::from(&**value), environment.clone());
                self.denial(body, &environment.with(*variable, meaning), is_positive, places)
            }
            F::Variable(variable) => match environment.meaning(*variable) {
                NodeMeaning::Expression(Node::Formula(of), outer) => {
                    self.denial(of, &outer, is_positive, places)
                }
                _ => unreachable!("a formula's variable stands for a formula"),
            },
            F::In(_, inner) => {
                self.elsewhere(Moments::Next, inner, environment, is_positive, places)
            }
            F::Temporal(op, sides) => {
                let [first, second] = &**sides;
                let moments = match op.judged(is_positive) {
                    TemporalOp::Until => Moments::Onwards,
                    TemporalOp::Since => Moments::UpToHere,
                    TemporalOp::Releases | TemporalOp::Triggered => return None,
                };
                let is_alone = matches!(first.kind, F::Constant(truth) if truth == is_positive);
                is_alone
                    .then(|| self.elsewhere(moments, second, environment, is_positive, places))?
            }
            _ => None,
        }
    }

    fn denials(
        &mut self,
        parts: Vec<(&'m Formula, bool)>,
        environment: &CallEnvironment<'m>,
        is_all: bool,
        places: &mut GoalPlaces,
    ) -> Option<Denial<'m>> {
        let mut is_moved = false;
        let mut denials = Vec::new();
        let is_cut = places.is_cut;
        let temporal = |(part, _): &&(&'m Formula, bool)| {
            self.traits_under(Node::Formula(part), environment).is_temporal
        };
        places.is_cut &= !is_all || parts.iter().filter(temporal).count() < 2;
        for (part, is_positive) in parts {
            let denial = self.denial(part, environment, is_positive, places);
            is_moved |= denial.is_some();
            let whole = || Denial::Whole(part, environment.clone(), is_positive);
            denials.push(denial.unwrap_or_else(whole));
        }
        places.is_cut = is_cut;
        is_moved.then_some(if is_all { Denial::All(denials) } else { Denial::Any(denials) })
    }

    fn elsewhere(
        &mut self,
        moments: Moments,
        inner: &'m Formula,
        environment: &CallEnvironment<'m>,
        is_positive: bool,
        places: &mut GoalPlaces,
    ) -> Option<Denial<'m>> {
        if places.depth == DEEPEST {
            return None;
        }
        let traits = self.traits_under(Node::Formula(inner), environment);
        let is_last = matches!(moments, Moments::Onwards)
            && (places.depth, traits.past, traits.is_lasting) == (0, 0, false)
            && places.is_cut;
        places.depth += 1;
        let denial = self.denial(inner, environment, is_positive, places);
        places.depth -= 1;
        if is_last {
            places.has_cut = true;
            let whole = || Denial::Whole(inner, environment.clone(), is_positive);
            let denial = Box::new(denial.unwrap_or_else(whole));
            return Some(Denial::At(Moments::Last(traits.primes), 0, denial));
        }
        // A beginning goes through no loop.
        let rounds = match self.view {
            JudgedView::Infinite => traits.past,
            JudgedView::Weak | JudgedView::Strong | JudgedView::Open => 0,
        };
        Some(Denial::At(moments, rounds, Box::new(denial?)))
    }

    /// A quantifier that leaves its place. One that no moment is around does so only for another one within it.
    fn moved(
        &mut self,
        declarations: &'m [Declaration],
        body: &'m Formula,
        environment: &CallEnvironment<'m>,
        is_positive: bool,
        places: &mut GoalPlaces,
    ) -> Option<Denial<'m>> {
        let before = places.declarations.len();
        let mut within = environment.clone();
        let domains = declarations.iter().map(|declaration| {
            let (domain, moved) = self.moved_declaration(declaration, &mut within)?;
            places.declarations.push(moved);
            Some(domain)
        });
        let domains: Option<Vec<Domain<'m>>> = domains.collect();
        let inner = domains.as_ref().and_then(|_| self.denial(body, &within, is_positive, places));
        if domains.is_none() || places.depth == 0 && inner.is_none() {
            places.declarations.truncate(before);
            return None;
        }
        let inner = inner.unwrap_or(Denial::Whole(body, within, is_positive));
        Some(Denial::Within(domains?, Box::new(inner)))
    }

    /// A declaration of variables that have their values for all states. They are bound from here on.
    fn moved_declaration(
        &mut self,
        declaration: &'m Declaration,
        environment: &mut CallEnvironment<'m>,
    ) -> Option<(Domain<'m>, Declaration)> {
        let domain = declaration.atoms().filter(|_| declaration.conditions.is_empty())?;
        if !self.is_plain(domain, environment) {
            return None;
        }
        let outer = environment.clone();
        let range = Range::of(Multiplicity::Lone, self.everywhere(domain, &outer));
        let variables: Vec<VariableId> =
            declaration.variables.iter().map(|&variable| self.again(variable)).collect();
        for (&variable, &again) in declaration.variables.iter().zip(&variables) {
            *environment = environment.with(variable, NodeMeaning::Value(again));
        }
        let moved = Declaration { variables: variables.clone(), range, ..declaration.clone() };
        Some(((variables, domain, outer), moved))
    }

    /// True if a domain is made of sigs, fields and variables alone.
    fn is_plain(&self, domain: &'m Expr, environment: &CallEnvironment<'m>) -> bool {
        match &domain.kind {
            ExprKind::Sig(sig) => *sig != Sig::UNIVERSE && *sig != Sig::INT,
            ExprKind::Field(_) => true,
            ExprKind::Unary(_, of) => self.is_plain(of, environment),
            ExprKind::Binary(_, a, b) => [a, b].iter().all(|e| self.is_plain(e, environment)),
            ExprKind::Variable(variable) => match environment.meaning(*variable) {
                NodeMeaning::Value(_) => true,
                NodeMeaning::Expression(Node::Relation(of), outer) => self.is_plain(of, &outer),
                NodeMeaning::Expression(..) => false,
            },
            _ => false,
        }
    }

    /// All atoms that a domain has in some state.
    fn everywhere(&mut self, domain: &'m Expr, environment: &CallEnvironment<'m>) -> Expr {
        let is_touched = self.traits_under(Node::Relation(domain), environment).is_touched;
        let states = if is_touched { self.shape.states() } else { 1 };
        let there = (0..states).map(|state| self.domain(domain, environment, state)).collect();
        union(there).expect("there is a state")
    }

    fn domain(
        &mut self,
        domain: &'m Expr,
        environment: &CallEnvironment<'m>,
        state: usize,
    ) -> Expr {
        let now = Moment { state, ..Moment::START };
        let (next, environment) = (Rc::from([]), environment.clone());
        self.relation(domain, &NameReading { now, next, environment, is_positive: true })
    }

    /// The denial at a moment.
    fn at(&mut self, denial: &Denial<'m>, now: Moment, span: Span) -> Formula {
        let kind = match denial {
            Denial::Whole(formula, environment, is_positive) => {
                let is_infinite = self.view == JudgedView::Infinite;
                let held = self.holds(formula, now, environment, is_infinite || *is_positive);
                return if is_infinite && !is_positive { negated(held) } else { held };
            }
            Denial::All(parts) => {
                return conjunction(
                    parts.iter().map(|part| self.at(part, now, span)).collect(),
                    span,
                );
            }
            Denial::Any(parts) => {
                FormulaKind::Or(parts.iter().map(|part| self.at(part, now, span)).collect())
            }
            Denial::Within(domains, inner) => {
                let mut said = Vec::new();
                for (variables, domain, environment) in domains {
                    for &variable in variables {
                        let value = || self.value(variable, span);
                        let kind = FormulaKind::Count(Count::One, value());
                        let atom = value();
                        said.push(Formula { kind, span });
                        said.push(subset(atom, self.domain(domain, environment, now.state), span));
                    }
                }
                return both(said, self.at(inner, now, span), span);
            }
            Denial::At(moments, rounds, inner) => {
                let ways = match moments {
                    Moments::Next => self.shape.next(now, *rounds),
                    Moments::Onwards => self.shape.onwards(now, *rounds),
                    Moments::UpToHere => self.shape.up_to_here(now),
                    Moments::Last(0) => vec![(Vec::new(), Moment::LAST)],
                    Moments::Last(1) if self.shape.states() > 1 => {
                        let last = (Vec::new(), Moment::LAST);
                        vec![(self.shape.has(1), Moment::LAST_BUT_ONE), last]
                    }
                    Moments::Last(ahead) => {
                        let mut ways = self.shape.onwards(now, 0);
                        for (when, moment) in &mut ways {
                            when.extend(self.shape.lacks(moment.state + 1 + ahead));
                        }
                        ways
                    }
                };
                // Nothing beyond the last state of a beginning breaks an assertion.
                let ways = ways.into_iter().filter(|(_, moment)| !moment.is_beyond());
                let ways =
                    ways.map(|(when, moment)| both(when, self.at(inner, moment, span), span));
                FormulaKind::Or(ways.collect())
            }
        };
        Formula { kind, span }
    }
}
