//! Predicates and functions that relate the states before and after an operation.
//!
//! Two notations say which state a name is read in. In Alloy's a plain name is read before, `e'` and
//! `after F` afterwards. In TestEra's a plain name is read afterwards, `` e` `` before. A body has one
//! of them. One in TestEra's is put into the state afterwards as a whole, so that the model knows only
//! one notation. Names in a called predicate take the state of the call, and no state follows the one
//! afterwards. So a predicate with marks of its own is not called within a mark.
//!
//! In a spec of traces `'` and `after` may stand anywhere, and are about the next state, which always
//! exists. There the rules above are for postconditions alone, which are known by their names, and for
//! the functions that they call.

use std::collections::BTreeSet;

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
use crate::states::{NOTHING_CHANGES, one_state};

impl Resolver<'_> {
    /// A body with the states of its names written out, and its notation, if it has marks. `name`: of the
    /// predicate or function, if it is that of one.
    pub(crate) fn with_states(
        &mut self,
        body: Value,
        name: Option<&str>,
    ) -> Result<(Value, Option<Notation>)> {
        let marks = |state: State| {
            let mut marks = Node::from(&body).descendants();
            marks.find(|node| node.state() == Some(state)).map(Node::span)
        };
        let (primed, ticked) = (marks(State::After), marks(State::Before));
        if let (Some(primed), Some(ticked)) = (primed, ticked) {
            return self.two_notations(primed, ticked);
        }
        let has_two_states =
            !self.is_of_traces || ticked.is_some() || name.is_some_and(is_postcondition);
        if let (true, Some((outer, inner))) = (has_two_states, nested(Node::from(&body))) {
            return self.mark_within_mark(outer, inner);
        }
        Ok(match (primed, ticked) {
            (_, Some(_)) => (afterwards(body), Some(Notation::Backticks)),
            (Some(_), None) => (body, Some(Notation::Primes)),
            (None, None) => (body, None),
        })
    }

    /// Refuses a temporal operator in an expression that is asked about a spec without any.
    pub(crate) fn refuse_temporal(&mut self, value: &Value) -> Result<()> {
        if self.is_of_traces {
            return Ok(());
        }
        let operator = self.model.reachable([Node::from(value)]).find(|node| node.is_temporal());
        match operator.map(Node::span) {
            Some(span) => self.report(
                Diagnostic::new(code::TEMPORAL, "a temporal operator is asked of a single state")
                    .at(
                        span,
                        "the spec has no traces: it has neither `var` nor a temporal operator",
                    ),
            ),
            None => Ok(()),
        }
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
        let checked = self.of_two_states();
        let temporal = self.temporal_postconditions(&checked);
        self.diagnostics.extend(temporal);
        let mut known = StateReach { notations: &self.notations, known: FxHashMap::default() };
        let mut found = Vec::new();
        for id in checked {
            let notation = self.notations.get(&id).copied();
            let body = Node::from(&self.model.functions[id].body);
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
            let message = format!(
                "`{}` reads two states itself, so it cannot be called with a mark",
                callee.name
            );
            let diagnostic = Diagnostic::new(code::NO_STATE, message)
                .at(span, "called here in one of two states")
                .related(callee.span, "this speaks of both states")
                .help("call it without a mark, where plain names are read in the state before");
            self.diagnostics.push(diagnostic);
        }
    }

    /// The functions in which there are two states: all, or, in a spec of traces, postconditions and what
    /// they call.
    fn of_two_states(&self) -> Vec<FunctionId> {
        let functions = &self.model.functions;
        if !self.is_of_traces {
            return functions.ids().collect();
        }
        let mut found: BTreeSet<FunctionId> = BTreeSet::new();
        for (id, function) in functions.iter().filter(|(_, f)| is_postcondition(&f.name)) {
            found.insert(id);
            found.extend(
                self.model
                    .reachable([Node::from(&function.body)])
                    .filter_map(|node| node.call().map(|(callee, _)| callee)),
            );
        }
        found.into_iter().collect()
    }

    /// Postconditions with temporal operators: of an operation two states are known.
    fn temporal_postconditions(&self, checked: &[FunctionId]) -> Vec<Diagnostic> {
        let functions = checked.iter().map(|&id| &self.model.functions[id]);
        let posts = functions.filter(|function| is_postcondition(&function.name));
        let found = posts.filter_map(|function| {
            let body = Node::from(&function.body);
            let operator = self.model.reachable([body]).find(|node| node.is_temporal())?;
            let message = format!("the postcondition `{}` has a temporal operator", function.name);
            Some(
                Diagnostic::new(code::TEMPORAL, message)
                    .at(operator.span(), "two states are known here: before and after an operation")
                    .related(function.span, "a postcondition, by its name")
                    .help("a predicate about traces has a name that does not end in `_post`"),
            )
        });
        found.collect()
    }

    /// Reports facts and commands that are about two states where an instance is one state, and backticks
    /// in them anywhere.
    pub(crate) fn refuse_states(&mut self) {
        let model = &self.model;
        let are_temporal = model.has_temporal_facts();
        let facts = model.facts.iter().map(|fact| (&fact.formula, "a fact", are_temporal));
        let goals = model.commands.iter().map(|command| {
            let is_temporal = are_temporal || model.relates_states(&command.goal);
            (&command.goal, "a command", is_temporal)
        });
        let found: Vec<Diagnostic> = facts
            .chain(goals)
            .filter_map(|(formula, what, is_temporal)| {
                let formula = Node::Formula(formula);
                let tick =
                    model.reachable([formula]).find(|node| node.state() == Some(State::Before));
                if let Some(tick) = tick {
                    return Some(misplaced_tick(tick.span(), what, is_temporal));
                }
                let span = model.second_state(formula).filter(|_| !is_temporal)?;
                let mistake = one_state(what).at(span, NOTHING_CHANGES);
                Some(mistake.help("a spec is one of traces if what changes is declared by `var`"))
            })
            .collect();
        self.diagnostics.extend(found);
    }
}

/// Refuses a backtick where no operation is spoken of.
fn misplaced_tick(span: Span, what: &str, is_of_traces: bool) -> Diagnostic {
    Diagnostic::new(code::TEMPORAL, format!("{what} has a backtick"))
        .at(span, "it stands for the state before an operation")
        .help(match is_of_traces {
            true => "backticks are for postconditions; in a trace, `e'` is `e` in the next state",
            false => "backticks are for postconditions: `pred NAME_post`, of the operation NAME",
        })
}

/// True if the name belongs to a predicate about two states: before an operation and after it.
fn is_postcondition(name: &str) -> bool {
    name.ends_with("_post")
}

/// The states that a function is about.
#[derive(Clone, Copy, Default)]
struct RelatedStates {
    /// It is about both.
    relates: bool,
    /// It goes from the state of its call to the one after.
    leads_on: bool,
}

struct StateReach<'a> {
    notations: &'a FxHashMap<FunctionId, Notation>,
    known: FxHashMap<FunctionId, RelatedStates>,
}

impl StateReach<'_> {
    /// No function calls itself.
    fn of(&mut self, model: &Model, function: FunctionId) -> RelatedStates {
        if let Some(&known) = self.known.get(&function) {
            return known;
        }
        let own = self.notations.get(&function);
        let mut related =
            RelatedStates { relates: own.is_some(), leads_on: own == Some(&Notation::Primes) };
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
