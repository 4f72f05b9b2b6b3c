//! The question about beginnings whose answer "there is none" is also that of a `check` of infinite traces.
//!
//! *Problem.* A check that holds is a refutation, and the clauses of a loop grow with the square of the number of states.
//! A safety assertion needs no loop: each infinite trace that breaks it has a beginning that does (Kupferman and
//! Vardi, "Model checking of safety properties", 2001). *Choice.* The assertion is taken apart into what a
//! counterexample satisfies. A part of the form `eventually F`, where F is about so many states at once, shows in the
//! states of the loop and as many more as F reads ahead. Of all other parts, and of the facts, the open view is taken: every
//! beginning of a trace satisfies what the trace does, for what has to come true may do so in a later round of the loop. So
//! no counterexample of so many states is a beginning of none.
//! *Rejected.* Operators of the past in the assertion: a second round of the loop may break what the first one keeps.
//! `eventually` within `eventually`: each needs a round of its own.

use rustc_hash::FxHashMap;

use super::Steps;
use crate::model::build::{conjunction, negated};
use crate::model::{
    Binder, Command, CommandKind, Fact, FactOrigin, Formula, FormulaKind, FunctionId, Model, Node,
    TemporalOp, TraceKind, Value,
};

/// A model and a `check` of beginnings in it. If that has no counterexample, the `check` of infinite traces has none.
/// `None` where the assertion is no safety assertion of the form that is looked for.
pub fn violating_beginnings(model: &Model, command: &Command) -> Option<(Model, Command)> {
    if (command.kind, command.traces) != (CommandKind::Check, TraceKind::Lassos)
        || !model.has_variables()
    {
        return None;
    }
    let mut search = Search { model, plain: FxHashMap::default(), bodies: FxHashMap::default() };
    let mut parts = Vec::new();
    search.parts(&command.goal, true, &mut parts);
    let (mut shown, mut weak, mut ahead, mut is_awaited) = (Vec::new(), Vec::new(), 0, false);
    for (part, is_positive) in parts {
        let of_part = search.reach(part, is_positive);
        let said = if is_positive { part.clone() } else { negated(part.clone()) };
        match of_part {
            Some(reach) => {
                ahead = ahead.max(reach.ahead);
                is_awaited |= reach.is_awaited;
                shown.push(said);
            }
            None => weak.push(said),
        }
    }
    if !is_awaited {
        return None;
    }
    let mut model = model.clone();
    model.facts.extend(weak.into_iter().map(|formula| Fact {
        name: command.label.clone(),
        span: formula.span,
        formula,
        origin: FactOrigin::Written,
    }));
    let max = Steps::greatest(&model, command) + ahead;
    let mut command = command.clone();
    command.goal = conjunction(shown, command.goal.span);
    command.traces = TraceKind::Refuting;
    command.scope = command.scope.with_steps(1, max, command.span);
    Some((model, command))
}

/// How much of a trace a formula is about that is seen to hold in a beginning.
#[derive(Clone, Copy, Debug, Default)]
struct Reach {
    /// The number of states beyond the one that is looked at.
    ahead: u32,
    /// It is about one of the states that come.
    is_awaited: bool,
}

struct Search<'m> {
    model: &'m Model,
    /// How far the bodies of functions read ahead that speak of no other states.
    plain: FxHashMap<FunctionId, Option<u32>>,
    /// The reach of the bodies of predicates, as they are or denied.
    bodies: FxHashMap<(FunctionId, bool), Option<Reach>>,
}

impl<'m> Search<'m> {
    /// The formulas all of which hold if this one does, or if it does not.
    fn parts(&self, formula: &'m Formula, is_positive: bool, parts: &mut Vec<(&'m Formula, bool)>) {
        match &formula.kind {
            FormulaKind::Not(inner) => self.parts(inner, !is_positive, parts),
            FormulaKind::And(inner) if is_positive => {
                inner.iter().for_each(|part| self.parts(part, true, parts));
            }
            FormulaKind::Or(inner) if !is_positive => {
                inner.iter().for_each(|part| self.parts(part, false, parts));
            }
            FormulaKind::Implies(condition, then) if !is_positive => {
                self.parts(condition, true, parts);
                self.parts(then, false, parts);
            }
            FormulaKind::Call(function, arguments) if arguments.is_empty() => {
                match &self.model.functions[*function].body {
                    Value::Formula(body) => self.parts(body, is_positive, parts),
                    _ => parts.push((formula, is_positive)),
                }
            }
            _ => parts.push((formula, is_positive)),
        }
    }

    /// `None` for a formula, or its negation, that no beginning shows to hold.
    fn reach(&mut self, formula: &'m Formula, is_positive: bool) -> Option<Reach> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || self.reach_of(formula, is_positive))
    }

    fn reach_of(&mut self, formula: &'m Formula, is_positive: bool) -> Option<Reach> {
        use FormulaKind as F;
        match &formula.kind {
            F::Not(inner) => self.reach(inner, !is_positive),
            F::And(parts) | F::Or(parts) => self.all(parts.iter().map(|part| (part, is_positive))),
            F::Implies(a, b) => self.all([(&**a, !is_positive), (&**b, is_positive)]),
            F::In(_, inner) => {
                let inner = self.reach(inner, is_positive)?;
                Some(Reach { ahead: inner.ahead + 1, ..inner })
            }
            F::Quantified { body, .. } => {
                let mut domains = Node::Formula(formula).children();
                domains.pop();
                let ahead = self.plain_all(domains)?;
                self.reach(body, is_positive).map(|body| body.beside(ahead))
            }
            F::Let(_, value, body) => {
                let value = self.plain(Node::from(&**value))?;
                self.reach(body, is_positive).map(|body| body.after(value))
            }
            F::Call(function, arguments) => {
                let arguments = self.plain_all(arguments.iter().map(Node::Relation).collect())?;
                let key = (*function, is_positive);
                let body = match self.bodies.get(&key) {
                    Some(known) => *known,
                    None => {
                        let Value::Formula(body) = &self.model.functions[*function].body else {
                            unreachable!("a predicate's body is a formula")
                        };
                        let reach = self.reach(body, is_positive);
                        self.bodies.insert(key, reach);
                        reach
                    }
                };
                body.map(|body| body.after(arguments))
            }
            F::Temporal(op, sides) if op.judged(is_positive) == TemporalOp::Until => {
                let sides = sides.iter().map(|side| (side, is_positive));
                let sides = self.all(sides)?;
                (!sides.is_awaited).then_some(Reach { is_awaited: true, ..sides })
            }
            _ => {
                let ahead = self.plain(Node::Formula(formula))?;
                Some(Reach { ahead, is_awaited: false })
            }
        }
    }

    fn all(&mut self, parts: impl IntoIterator<Item = (&'m Formula, bool)>) -> Option<Reach> {
        parts.into_iter().try_fold(Reach::default(), |all, (part, is_positive)| {
            let part = self.reach(part, is_positive)?;
            let is_awaited = all.is_awaited || part.is_awaited;
            Some(Reach { ahead: all.ahead.max(part.ahead), is_awaited })
        })
    }

    /// How many states ahead a node reads that speaks of others by primes alone.
    fn plain(&mut self, node: Node<'m>) -> Option<u32> {
        stacker::maybe_grow(128 * 1024, 1024 * 1024, || {
            if node.is_temporal() {
                return None;
            }
            let within = self.plain_all(node.children())?;
            if let Some((function, _)) = node.call() {
                let body = match self.plain.get(&function) {
                    Some(known) => *known,
                    None => {
                        let body = self.plain(Node::from(&self.model.functions[function].body));
                        self.plain.insert(function, body);
                        body
                    }
                };
                return body.map(|body| within + body);
            }
            if let Some(Binder::Let(_, value)) = node.binder() {
                return Some(within + self.plain(value.into())?);
            }
            Some(within + u32::from(node.state().is_some()))
        })
    }

    fn plain_all(&mut self, nodes: Vec<Node<'m>>) -> Option<u32> {
        nodes.into_iter().try_fold(0, |most: u32, node| Some(most.max(self.plain(node)?)))
    }
}

impl Reach {
    fn beside(self, ahead: u32) -> Reach {
        Reach { ahead: self.ahead.max(ahead), ..self }
    }

    fn after(self, ahead: u32) -> Reach {
        Reach { ahead: self.ahead + ahead, ..self }
    }
}
