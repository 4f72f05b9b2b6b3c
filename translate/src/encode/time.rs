//! Formulas about the states of a trace, read from one state and those that follow it.
//!
//! *Problem.* A step relation knows a state and the next one. `e'` reads the next state, but `always F` speaks of all
//! that come and `once F` of all that were. *Choice.* Relations have a matrix for each of a few states, and a prime
//! moves the encoder to the next of them. A temporal operator becomes an input that is tied to the next state's
//! (`monitors.rs`). *Rejected.* To write both states into one formula, as `lang/unroll` does for so many states: there
//! an operator is what it says in these.
//!
//! A parameter or a `let` stands for an expression, which is read at the state in which the variable stands. So what
//! changes over time is bound unread (`defer`), with the variables that it mentions.

use std::rc::Rc;

use korrel_lang::model::{Expr, IntExpr, Model, Node, NodeId, VariableId};
use korrel_lang::per_relation::PerRelation;
use korrel_lang::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::environment::{Captured, EncodedRelation, EncodedValue, Memo, MemoKey};
use super::monitors::Monitor;
use super::number::form::EncodedNumber;
use super::{
    EncodingResult, FormulaEncoder, Interpretation, UnsupportedConstruct, is_declared_functional,
    note_tables,
};
use crate::circuit::{Bit, Circuit};

/// An encoder's states, and the monitors that were met.
pub(crate) struct Timeline<'a> {
    /// The model in which what changes is declared so.
    original: &'a Model,
    /// The state that is read.
    pub(super) now: usize,
    /// What belongs to each state. That of the state that is read lies in the encoder itself.
    views: Vec<StateView<'a>>,
    pub(super) monitors: Vec<Monitor<'a>>,
    pub(super) known: FxHashMap<MemoKey<'a>, usize>,
    moving: FxHashMap<NodeId<'a>, bool>,
    /// What is translated is said of one step, and its witnesses may be others in the next.
    is_loose: bool,
    /// The inputs that were made for such witnesses.
    pub(super) loose: FxHashSet<Bit>,
    /// A prime leads beyond the last state.
    is_too_short: bool,
}

/// What an encoder knows of one state.
struct StateView<'a> {
    interpretation: Rc<Interpretation>,
    values: PerRelation<EncodedRelation>,
    closures: Vec<(&'a Expr, EncodedRelation)>,
    formulas: Memo<'a, Bit>,
    relations: Memo<'a, EncodedRelation>,
    numbers: Memo<'a, EncodedNumber>,
}

impl<'a> Timeline<'a> {
    pub fn original(&self) -> &'a Model {
        self.original
    }

    fn forget(&mut self) {
        for view in &mut self.views {
            view.formulas.clear();
            view.relations.clear();
            view.numbers.clear();
        }
    }
}

impl<'a> FormulaEncoder<'a> {
    /// An encoder of formulas of the original model, with an interpretation for this state and for each of those that
    /// follow.
    pub fn over_time(
        model: &'a Model,
        original: &'a Model,
        states: Vec<Interpretation>,
        circuit: &'a mut Circuit,
    ) -> FormulaEncoder<'a> {
        let mut states = states.into_iter();
        let first = states.next().expect("there is a state");
        let view = |interpretation: Interpretation, circuit: &mut Circuit| {
            note_tables(model, &interpretation, circuit);
            let known = |relation, matrix: &_| {
                EncodedRelation::known(
                    Clone::clone(matrix),
                    is_declared_functional(model, relation),
                )
            };
            StateView {
                values: interpretation.relations.map(known),
                interpretation: Rc::new(interpretation),
                closures: Vec::new(),
                formulas: FxHashMap::default(),
                relations: FxHashMap::default(),
                numbers: FxHashMap::default(),
            }
        };
        let mut views = vec![view(first.clone(), circuit)];
        views.extend(states.map(|state| view(state, circuit)));
        let mut encoder = FormulaEncoder::new(model, first, circuit);
        encoder.is_polar = true;
        encoder.time = Some(Box::new(Timeline {
            original,
            now: 0,
            views,
            monitors: Vec::new(),
            known: FxHashMap::default(),
            moving: FxHashMap::default(),
            is_loose: false,
            loose: FxHashSet::default(),
            is_too_short: false,
        }));
        encoder
    }

    /// The number of monitors so far.
    pub fn monitors(&self) -> usize {
        self.time.as_ref().map_or(0, |time| time.monitors.len())
    }

    /// True if a prime led beyond the last state that is known.
    pub fn is_too_short(&self) -> bool {
        self.time.as_ref().is_some_and(|time| time.is_too_short)
    }

    /// Translates something that is said of one step and not of the first.
    pub(crate) fn loosely<T>(&mut self, translate: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.timeline().is_loose, true);
        if !outer && self.higher.is_met {
            // A value chosen once for all must not be taken for one of each step.
            self.environment.forget();
            self.timeline().forget();
        }
        let result = translate(self);
        self.timeline().is_loose = outer;
        result
    }

    /// Notes the inputs of a witness.
    pub(crate) fn note_witness(&mut self, inputs: impl Iterator<Item = Bit>) {
        if let Some(time) = self.time.as_mut().filter(|time| time.is_loose) {
            time.loose.extend(inputs);
        }
    }

    /// The inputs for witnesses that are chosen once for all states.
    pub fn lasting_witnesses(&self) -> Vec<Bit> {
        let loose = self.time.as_ref().map(|time| &time.loose);
        let lasts = |bit: &&Bit| !loose.is_some_and(|loose| loose.contains(bit));
        self.skolems.inputs.iter().filter(lasts).copied().collect()
    }

    pub(super) fn timeline(&mut self) -> &mut Timeline<'a> {
        self.time.as_mut().expect("a question is about one state")
    }

    /// Translates something that is read in the next state.
    pub(crate) fn in_next<T>(
        &mut self,
        span: Span,
        translate: impl FnOnce(&mut Self) -> EncodingResult<T>,
    ) -> EncodingResult<T> {
        let time = self.timeline();
        let now = time.now;
        if now + 1 >= time.views.len() {
            time.is_too_short = true;
            return Err(UnsupportedConstruct::beyond_steps(span, "a formula about so many states"));
        }
        self.go_to(now + 1);
        let result = translate(self);
        self.go_to(now);
        result
    }

    fn go_to(&mut self, state: usize) {
        let now = self.timeline().now;
        self.swap_view(now);
        self.timeline().now = state;
        self.swap_view(state);
    }

    /// Exchanges what the encoder has at hand with what is kept of a state.
    fn swap_view(&mut self, state: usize) {
        let view = &mut self.time.as_mut().expect("it has states").views[state];
        std::mem::swap(&mut self.interpretation, &mut view.interpretation);
        std::mem::swap(&mut self.relations, &mut view.values);
        std::mem::swap(&mut self.closures, &mut view.closures);
        std::mem::swap(&mut self.environment.formulas, &mut view.formulas);
        std::mem::swap(&mut self.environment.relations, &mut view.relations);
        std::mem::swap(&mut self.environment.numbers, &mut view.numbers);
    }
}

// What changes is bound unread.

impl<'a> FormulaEncoder<'a> {
    /// The value of a variable that stands for something that changes or leads to other states, or `None` if it has
    /// one value at all times. A number says nothing of the witnesses that it was read from. So where these may be others
    /// in the next state it is kept unread, too.
    pub(crate) fn defer(&mut self, node: Node<'a>) -> Option<EncodedValue<'a>> {
        let is_loose = self.time.as_ref()?.is_loose;
        let is_kept = match node {
            Node::Formula(_) => true,
            Node::Integer(_) => is_loose,
            _ => false,
        };
        if !is_kept && !self.is_moving(node) {
            return None;
        }
        Some(EncodedValue::Deferred(node, self.captured(node)))
    }

    pub(super) fn is_moving(&mut self, node: Node<'a>) -> bool {
        let time = self.timeline();
        let original = time.original;
        let found = time.moving.entry(node.id());
        let moves =
            *found.or_insert_with(|| original.changes(node) || original.lookahead(node) != Some(0));
        let free = self.environment.free.of(node);
        moves || free.iter().any(|&variable| self.environment.get(variable).is_deferred())
    }

    pub(super) fn captured(&mut self, node: Node<'a>) -> Captured<'a> {
        let free = self.environment.free.of(node);
        free.iter().map(|&variable| (variable, self.environment.get(variable).clone())).collect()
    }

    pub(super) fn with_captured<T>(
        &mut self,
        captured: &Captured<'a>,
        translate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let begun = self.environment.begin_read();
        for (variable, binding) in captured.iter() {
            self.environment.rebind(*variable, binding.clone());
        }
        let result = translate(self);
        self.environment.end_read(begun);
        result
    }

    /// A variable's formula, read here.
    pub(crate) fn deferred_formula(
        &mut self,
        variable: VariableId,
        positive: bool,
    ) -> EncodingResult<Bit> {
        match self.environment.get(variable).value.clone() {
            EncodedValue::Formula(formula) => self.encode_formula(formula, positive),
            EncodedValue::Deferred(Node::Formula(formula), captured) => {
                self.with_captured(&captured, |encoder| encoder.encode_formula(formula, positive))
            }
            _ => unreachable!("a formula's variable stands for a formula"),
        }
    }

    /// A variable's relation, read here.
    pub(crate) fn deferred_relation(
        &mut self,
        variable: VariableId,
    ) -> EncodingResult<EncodedRelation> {
        match self.environment.get(variable).value.clone() {
            EncodedValue::Deferred(Node::Relation(expr), captured) => {
                self.with_captured(&captured, |encoder| encoder.encode_relation(expr))
            }
            _ => unreachable!("values are looked up"),
        }
    }

    /// A number that a variable stands for, read here.
    pub(crate) fn deferred_number(
        &mut self,
        number: &'a IntExpr,
        captured: &Captured<'a>,
    ) -> EncodingResult<EncodedNumber> {
        self.with_captured(captured, |encoder| encoder.encode_integer(number))
    }
}
