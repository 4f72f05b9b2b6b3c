//! Predicates and functions that relate the states before and after an operation.
//!
//! Two notations say which state a name is read in. In Alloy's a plain name is read before, `e'` and
//! `after F` afterwards. In TestEra's a plain name is read afterwards, `` e` `` before. A body has one
//! of them; one in TestEra's is put into the state afterwards as a whole, so that the model knows
//! only one notation. Names in a called predicate take the state of the call, and there is no state
//! after the one afterwards: so what has marks itself is not called within a mark.

use rustc_hash::FxHashMap;

use crate::code;
use crate::diagnostic::Diagnostic;
use crate::model::{
    Expr, ExprKind, Formula, FormulaKind, FunctionId, IntExpr, IntExprKind, Model, Node, State,
    Value,
};
use crate::resolve::context::declared::Notation;
use crate::resolve::context::{Resolver, Result};
use crate::source::Span;
use crate::states::one_state;

impl Resolver<'_> {
    /// A body with the states of its names written out, and its notation, if it has marks.
    pub(crate) fn with_states(&mut self, body: Value) -> Result<(Value, Option<Notation>)> {
        let marks = |state: State| {
            let mut marks = Node::from(&body).descendants();
            marks.find(|node| node.state() == Some(state)).map(Node::span)
        };
        let (primed, ticked) = (marks(State::After), marks(State::Before));
        if let (Some(primed), Some(ticked)) = (primed, ticked) {
            return self.two_notations(primed, ticked);
        }
        if let Some((outer, inner)) = nested(Node::from(&body)) {
            return self.mark_within_mark(outer, inner);
        }
        Ok(match (primed, ticked) {
            (_, Some(_)) => (afterwards(body), Some(Notation::Backticks)),
            (Some(_), None) => (body, Some(Notation::Primes)),
            (None, None) => (body, None),
        })
    }

    fn two_notations<T>(&mut self, primed: Span, ticked: Span) -> Result<T> {
        let (first, second) =
            if primed.start < ticked.start { (primed, ticked) } else { (ticked, primed) };
        let says = |span| match span == primed {
            true => "here a plain name is read in the state before",
            false => "here a plain name is read in the state afterwards",
        };
        self.report(
            Diagnostic::new(code::NOTATIONS, "two notations for states in one predicate")
                .at(second, says(second))
                .related(first, says(first))
                .help(
                    "with `'` and `after` plain names are read before; with backticks, afterwards",
                ),
        )
    }

    fn mark_within_mark<T>(&mut self, outer: Span, inner: Span) -> Result<T> {
        self.report(
            Diagnostic::new(code::NO_STATE, "a mark within a mark")
                .at(inner, "a mark says which of two states is meant; once is enough")
                .related(outer, "the other mark"),
        )
    }

    /// Reports calls by which a third state would be reached.
    pub(crate) fn check_states(&mut self) {
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            return;
        }
        let mut known = StateReach { notations: &self.notations, known: FxHashMap::default() };
        let mut found = Vec::new();
        for (id, function) in self.model.functions.iter() {
            let notation = self.notations.get(&id).copied();
            let body = Node::from(&function.body);
            for node in body.descendants().filter(|node| node.state().is_some()) {
                // The whole of a body with backticks is in a state.
                if node.id() != body.id() || notation != Some(Notation::Backticks) {
                    let calls = calls(node);
                    found
                        .extend(calls.filter(|(callee, _)| known.of(&self.model, *callee).relates));
                }
            }
            if notation == Some(Notation::Backticks) {
                found.extend(
                    calls(body).filter(|(callee, _)| known.of(&self.model, *callee).leads_on),
                );
            }
        }
        found.sort_by_key(|(_, span)| (span.file, span.start));
        found.dedup();
        for (callee, span) in found {
            let callee = &self.model.functions[callee];
            let message = format!("`{}` would lead to a third state", callee.name);
            let diagnostic = Diagnostic::new(code::NO_STATE, message)
                .at(span, "called here in one of two states")
                .related(callee.span, "this speaks of both states")
                .help("call it without a mark, where plain names are read in the state before");
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports facts and commands that speak of two states: each instance is one.
    pub(crate) fn refuse_states(&mut self) {
        let facts = self.model.facts.iter().map(|fact| (&fact.formula, "a fact"));
        let goals = self.model.commands.iter().map(|command| (&command.goal, "a command"));
        let found: Vec<Diagnostic> = facts
            .chain(goals)
            .filter_map(|(formula, what)| {
                let span = self.model.second_state(Node::Formula(formula))?;
                Some(one_state(what).at(span, "an instance has one state only"))
            })
            .collect();
        self.diagnostics.extend(found);
    }
}

/// The states that a function speaks of.
#[derive(Clone, Copy, Default)]
struct Related {
    /// It speaks of both.
    relates: bool,
    /// It goes from the state of its call to the one after.
    leads_on: bool,
}

struct StateReach<'a> {
    notations: &'a FxHashMap<FunctionId, Notation>,
    known: FxHashMap<FunctionId, Related>,
}

impl StateReach<'_> {
    /// No function calls itself.
    fn of(&mut self, model: &Model, function: FunctionId) -> Related {
        if let Some(&known) = self.known.get(&function) {
            return known;
        }
        let own = self.notations.get(&function);
        let mut related =
            Related { relates: own.is_some(), leads_on: own == Some(&Notation::Primes) };
        if own.is_none() {
            for (callee, _) in calls(Node::from(&model.functions[function].body)) {
                let below = Resolver::with_stack(|| self.of(model, callee));
                related.relates |= below.relates;
                related.leads_on |= below.leads_on;
            }
        }
        self.known.insert(function, related);
        related
    }
}

fn calls(node: Node<'_>) -> impl Iterator<Item = (FunctionId, Span)> {
    node.descendants().filter_map(|node| node.call().map(|(callee, _)| (callee, node.span())))
}

/// A mark and one within it.
fn nested(body: Node<'_>) -> Option<(Span, Span)> {
    let marked = |node: &Node<'_>| node.state().is_some();
    body.descendants().filter(marked).find_map(|outer| {
        let inner = outer.descendants().skip(1).find(marked)?;
        Some((outer.span(), inner.span()))
    })
}

fn afterwards(body: Value) -> Value {
    let state = State::After;
    match body {
        Value::Formula(body) => {
            let span = body.span;
            Value::Formula(Formula { kind: FormulaKind::In(state, Box::new(body)), span })
        }
        Value::Relation(body) => {
            let (arity, span) = (body.arity, body.span);
            Value::Relation(Expr { kind: ExprKind::In(state, Box::new(body)), arity, span })
        }
        Value::Integer(body) => {
            let span = body.span;
            Value::Integer(IntExpr { kind: IntExprKind::In(state, Box::new(body)), span })
        }
    }
}
