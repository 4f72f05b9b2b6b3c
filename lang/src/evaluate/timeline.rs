//! The states that names are read in: the two of an operation, or those of a trace.
//!
//! Names are read at a *position*. The two states of an operation are the positions 0 and 1, and a mark
//! leads to one of them. Without one, a name is read in the state before. The positions of a trace are
//! 0, 1, 2 and so on, and a mark leads to the next one.
//!
//! *Problem.* The trace of a loop has infinitely many positions, and a past operator can tell the rounds of
//! the loop apart: `before before p` is false at positions 0 and 1 and may be true a round later.
//! *Choice.* A formula in which past operators are nested d deep has the same truth in all rounds of the
//! loop but the first d (Benedetti and Cimatti, *Bounded model checking for past LTL*, 2003). So the
//! positions of d + 1 rounds are told apart, and the first of the last round follows its end. Future
//! operators see the positions from theirs to that end, and then all of the last round. *Rejected.* To
//! rewrite past operators to future ones, which takes an argument of its own, and exponentially long formulas.
//!
//! A bound variable stands for the same value at all positions, since it stands for atoms and not for
//! a name. A parameter of an operation, to which each instance gives a value of its own, has one in each
//! state: a root that the operation has changed. In a trace `let` and arguments are no values (`by_name`).
//! The memory of a large instance is the memory of one position.

use std::iter::Chain;
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::arena::Id;
use crate::instance::Instance;
use crate::model::{Binder, Formula, FormulaKind, FunctionId, Model, Node, State, TemporalOp};
use crate::trace::Trace;

use super::Evaluator;
use super::by_name::DeferredExpressions;
use super::large::Large;
use super::memory::Memory;
use super::value::{Content, VariableValue};

/// The states, and where names are read.
///
/// Invariant: there is a state, the loop begins at one, and all are over one universe.
pub(super) struct Timeline<'a> {
    pub(super) kind: TimelineKind,
    states: Vec<&'a Instance>,
    /// The position at which names are read at the moment.
    pub(super) position: usize,
    /// The position at which formulas are read.
    start: usize,
    /// The rounds of the loop that are told apart.
    rounds: usize,
    /// The memories of large instances at positions other than the present one.
    memories: FxHashMap<usize, Large>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimelineKind {
    /// The two states of an operation.
    Operation,
    /// A trace whose last state is followed by this one.
    Lasso { back: usize },
    /// A beginning of a trace.
    Beginning(BeginningView),
}

/// The way in which a beginning of a trace is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BeginningView {
    Weak,
    Strong,
}

impl<'a> Timeline<'a> {
    fn new(kind: TimelineKind, states: Vec<&'a Instance>) -> Timeline<'a> {
        let is_one = states.windows(2).all(|pair| pair[0].universe == pair[1].universe);
        assert!(is_one, "all states have one universe");
        let memories = FxHashMap::default();
        Timeline { kind, states, position: 0, start: 0, rounds: 1, memories }
    }

    pub(super) fn len(&self) -> usize {
        self.states.len()
    }

    /// The first position of the last round.
    fn last_round(&self, back: usize) -> usize {
        back + (self.rounds - 1) * (self.len() - back)
    }

    /// The positions that are told apart.
    fn end(&self, back: usize) -> usize {
        self.last_round(back) + self.len() - back
    }

    /// The same position, or one of the last round that is like it.
    fn folded(&self, position: usize) -> usize {
        match self.kind {
            TimelineKind::Lasso { back } if position >= self.end(back) => {
                let last = self.last_round(back);
                last + (position - last) % (self.len() - back)
            }
            _ => position,
        }
    }

    /// The number of the state at a position. Beyond a beginning, where only what never changes is read,
    /// that is its last one.
    fn number(&self, position: usize) -> usize {
        let last = self.len() - 1;
        match self.kind {
            TimelineKind::Lasso { back } if position > last => {
                back + (position - back) % (self.len() - back)
            }
            _ => position.min(last),
        }
    }

    /// The position to which a mark leads.
    fn marked(&self, state: State) -> usize {
        match (self.kind, state) {
            (TimelineKind::Operation, State::Before) => 0,
            (TimelineKind::Operation, State::After) => 1,
            (_, State::After) => self.folded(self.position + 1),
            (_, State::Before) => unreachable!("a trace has no state before an operation"),
        }
    }

    /// The positions from this one on, as far as there are others: in a trace with a loop all of them.
    fn ahead(&self) -> Chain<Range<usize>, Range<usize>> {
        match self.kind {
            TimelineKind::Lasso { back } => {
                (self.position..self.end(back)).chain(self.last_round(back)..self.position)
            }
            _ => (self.position..self.len()).chain(0..0),
        }
    }
}

impl<'a> Evaluator<'a> {
    /// Reads formulas of two states. The parameters of the one before are bound, until names are read
    /// after it: then those of the other one are.
    ///
    /// # Panics
    /// If the two are not over one universe.
    pub fn of_states(model: &'a Model, before: &'a Instance, after: &'a Instance) -> Self {
        let mut evaluator = Evaluator::new(model, before);
        evaluator.memory = Some(Memory::default());
        evaluator.timeline = Some(Timeline::new(TimelineKind::Operation, vec![before, after]));
        evaluator
    }

    /// Reads formulas at the first position of a trace. A beginning of a trace is judged as facts are
    /// (`beginning.rs`).
    ///
    /// # Panics
    /// If the trace has no state, or its loop begins at none.
    pub fn of_trace(model: &'a Model, trace: &'a Trace) -> Self {
        let mut evaluator = Evaluator::new(model, &trace.states[0]);
        assert!(trace.back.is_none_or(|back| back < trace.states.len()), "the loop has a state");
        let kind = match trace.back {
            Some(back) => TimelineKind::Lasso { back },
            None => TimelineKind::Beginning(BeginningView::Weak),
        };
        evaluator.timeline = Some(Timeline::new(kind, trace.states.iter().collect()));
        evaluator.expressions = Some(DeferredExpressions::default());
        evaluator
    }

    /// From now on formulas are read at this position of a trace. In the first round of its loop, that is
    /// the number of a state. Later rounds follow.
    ///
    /// # Panics
    /// Unless it is a position of the trace: a beginning ends.
    pub fn at(mut self, position: usize) -> Self {
        let timeline = self.timeline.as_mut().expect("a trace has positions");
        assert!(
            position < timeline.len() || matches!(timeline.kind, TimelineKind::Lasso { .. }),
            "the beginning of a trace has {} positions",
            timeline.len()
        );
        timeline.start = position;
        self
    }

    /// Before nodes are read: forgets the findings in others, and goes to where they are read.
    pub(super) fn begin<'n>(&mut self, nodes: impl IntoIterator<Item = Node<'n>>) {
        self.forget();
        let Some(timeline) = &mut self.timeline else { return };
        timeline.memories.clear();
        if let Some(memory) = &mut self.memory {
            memory.clear();
        }
        if let Some(expressions) = &mut self.expressions {
            expressions.clear();
        }
        if let TimelineKind::Lasso { .. } = timeline.kind {
            let mut depth = PastDepth { model: self.model, known: FxHashMap::default() };
            let deepest = nodes.into_iter().map(|node| depth.below(node)).max();
            timeline.rounds = deepest.unwrap_or(0).saturating_add(1);
        }
        let start = timeline.folded(timeline.start);
        if start != timeline.position {
            self.go_to(start);
        }
    }

    /// Evaluates `inside` where names are read in a state.
    ///
    /// # Panics
    /// If there is one state only: a caller that evaluates a formula of two states gives both.
    pub(super) fn in_state<R>(&mut self, state: State, inside: impl FnOnce(&mut Self) -> R) -> R {
        match &self.timeline {
            Some(timeline) => {
                let position = timeline.marked(state);
                self.at_position(position, inside)
            }
            None if state == State::Before => inside(self),
            None => panic!("a formula of several states is read in several"),
        }
    }

    /// Evaluates `inside` where names are read at a position.
    pub(super) fn at_position<R>(
        &mut self,
        position: usize,
        inside: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let outer = self.position();
        if position == outer {
            return inside(self);
        }
        self.go_to(position);
        let result = inside(self);
        self.go_to(outer);
        result
    }

    /// The position at which names are read at the moment.
    pub(super) fn position(&self) -> usize {
        self.timeline.as_ref().map_or(0, |timeline| timeline.position)
    }

    /// The number of the state in which names are read at the moment, or `None` where no trace is read.
    pub(super) fn state_number(&self) -> Option<usize> {
        let timeline = self.timeline.as_ref()?;
        (timeline.kind != TimelineKind::Operation).then(|| timeline.number(timeline.position))
    }

    /// The positions from this one on.
    pub(super) fn ahead(&self) -> Chain<Range<usize>, Range<usize>> {
        self.timeline.as_ref().expect("a formula of a trace is read in a trace").ahead()
    }

    fn go_to(&mut self, position: usize) {
        let timeline = self.timeline.as_mut().expect("there are several positions");
        let outer = std::mem::replace(&mut timeline.position, position);
        if let Some(large) = self.large.take() {
            timeline.memories.insert(outer, large);
        }
        self.instance = timeline.states[timeline.number(position)];
        self.large = timeline.memories.remove(&position).or_else(|| Large::of(self.instance));
        if timeline.kind == TimelineKind::Operation {
            for (variable, value) in self.instance.variables() {
                self.bindings[variable.index()] =
                    Some(VariableValue::plain(Content::Relation(Rc::new(value.clone()))));
            }
        }
    }
}

/// The number of past operators that are nested in nodes: at least that, since a variable is taken
/// to stand in the midst of all operators of its scope.
struct PastDepth<'m> {
    model: &'m Model,
    /// Those of functions' bodies.
    known: FxHashMap<FunctionId, usize>,
}

impl PastDepth<'_> {
    fn below(&mut self, node: Node<'_>) -> usize {
        let has_past = self.model.reachable([node]).any(is_past);
        if has_past { self.of(node) } else { 0 }
    }

    fn of(&mut self, node: Node<'_>) -> usize {
        if let Some(Binder::Let(_, value)) = node.binder() {
            let value = self.of(Node::from(value));
            let body = node.children().last().map_or(0, |body| self.of(*body));
            return value.saturating_add(body);
        }
        let mut deepest = 0;
        node.for_each_child(|child| deepest = deepest.max(self.of(child)));
        let own = match node.call() {
            Some((function, _)) => self.of_function(function),
            None => usize::from(is_past(node)),
        };
        deepest.saturating_add(own)
    }

    fn of_function(&mut self, function: FunctionId) -> usize {
        if let Some(known) = self.known.get(&function) {
            return *known;
        }
        let model = self.model;
        let depth = self.of(Node::from(&model.functions[function].body));
        self.known.insert(function, depth);
        depth
    }
}

fn is_past(node: Node<'_>) -> bool {
    use TemporalOp::{Since, Triggered};
    let Node::Formula(Formula { kind, .. }) = node else { return false };
    matches!(kind, FormulaKind::Previously(_) | FormulaKind::Temporal(Since | Triggered, _))
}
