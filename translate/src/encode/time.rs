//! Formulas about the states of an infinite trace, read from one state and those that follow it.
//!
//! *Problem.* A step relation knows a state and the next one. `e'` reads the next state, but `always F` speaks of all
//! that come and `once F` of all that were. *Choice.* Relations have a matrix for each of a few states, and a prime
//! moves the encoder to the next of them. A temporal operator becomes an input, its *monitor*, for each value of its
//! free variables: the tableau of Clarke, Grumberg and Hamaguchi ("Another look at LTL model checking", 1997) with the
//! formulas that matter only. What ties it to the next state is its rule:
//!
//! - `F until G` is G, or F and the same in the next state, and G must come: either infinitely often G, or not this.
//! - `F releases G` is G, and F or the same in the next state. Nothing has to come.
//! - Operators of the past keep one bit of what was. The next state's bit is what they say in this one.
//!
//! A monitor that counts in one polarity only has that half of its rule, so `always F` below an even number of
//! negations asks for no fairness. *Rejected.* An automaton of sets of subformulas: it would be built state by state,
//! and the solver finds the sets by itself.
//!
//! A parameter or a `let` stands for an expression, which is read at the state in which the variable stands. So what
//! changes over time is bound unread (`defer`), with the variables that it mentions.

use std::rc::Rc;

use korrel_lang::model::{
    Expr, Formula, FormulaKind, IntExpr, Model, Node, NodeId, TemporalOp, VariableId,
};
use korrel_lang::per_relation::PerRelation;
use korrel_lang::source::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use super::environment::{Binding, EncodedRelation, EncodedValue, IntegerBinding, Memo, MemoKey};
use super::number::form::EncodedNumber;
use super::standing::Standing;
use super::{
    EncodingResult, FormulaEncoder, Interpretation, UnsupportedConstruct, is_declared_functional,
    note_tables,
};
use crate::circuit::{Bit, Circuit};

/// A variable and what it stands for where a formula was met.
pub(crate) type Captured<'a> = Rc<[(VariableId, Binding<'a>)]>;

/// An encoder's states, and the monitors that were met.
pub(crate) struct Timeline<'a> {
    /// The model in which what changes is declared so.
    original: &'a Model,
    /// The state that is read.
    now: usize,
    /// What belongs to each state. That of the state that is read lies in the encoder itself.
    views: Vec<StateView<'a>>,
    monitors: Vec<Monitor<'a>>,
    known: FxHashMap<MemoKey<'a>, usize>,
    moving: FxHashMap<NodeId<'a>, bool>,
    /// What is translated is said of one step, and its witnesses may be others in the next.
    is_loose: bool,
    /// The inputs that were made for such witnesses.
    loose: FxHashSet<Bit>,
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

/// A temporal operator under values of its free variables.
struct Monitor<'a> {
    formula: &'a Formula,
    captured: Captured<'a>,
    binders: Vec<IntegerBinding>,
    positive: bool,
    standing: Standing,
    /// Its input in each state.
    inputs: Vec<Bit>,
}

/// What ties a monitor to the next state.
#[derive(Clone, Copy, Debug)]
pub struct MonitorRule {
    /// Its value in the first state, if that is known.
    pub first: Option<bool>,
    /// It holds in each state.
    pub step: Bit,
    /// It holds in infinitely many.
    pub fair: Option<Bit>,
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

    fn timeline(&mut self) -> &mut Timeline<'a> {
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
            return Err(UnsupportedConstruct::too_large(span, "a formula about so many states"));
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
    /// one value at all times.
    pub(crate) fn defer(&mut self, node: Node<'a>) -> Option<EncodedValue<'a>> {
        self.time.as_ref()?;
        if !matches!(node, Node::Formula(_)) && !self.is_moving(node) {
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

    fn captured(&mut self, node: Node<'a>) -> Captured<'a> {
        let free = self.environment.free.of(node);
        free.iter().map(|&variable| (variable, self.environment.get(variable).clone())).collect()
    }

    fn with_captured<T>(
        &mut self,
        captured: &Captured<'a>,
        translate: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let bind = |(variable, binding): &(VariableId, Binding<'a>)| {
            (*variable, self.environment.rebind(*variable, binding.clone()))
        };
        let outer: Vec<_> = captured.iter().map(bind).collect();
        let result = translate(self);
        for (variable, binding) in outer.into_iter().rev() {
            self.environment.restore(variable, binding);
        }
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

// Monitors.

impl<'a> FormulaEncoder<'a> {
    /// What a temporal operator says in the state that is read.
    pub(crate) fn monitored(
        &mut self,
        formula: &'a Formula,
        positive: bool,
    ) -> EncodingResult<Bit> {
        if self.time.is_none() {
            unreachable!("a question is about one state");
        }
        let place = self.monitor(formula, positive)?;
        let kept = self.monitor_input(place);
        let FormulaKind::Temporal(op @ (TemporalOp::Since | TemporalOp::Triggered), sides) =
            &formula.kind
        else {
            return Ok(kept);
        };
        self.standing_as(Standing::TwoSided, |encoder| encoder.past(*op, sides, kept, positive))
    }

    fn past(
        &mut self,
        op: TemporalOp,
        [first, second]: &'a [Formula; 2],
        kept: Bit,
        positive: bool,
    ) -> EncodingResult<Bit> {
        let first = self.encode_formula(first, positive)?;
        let second = self.encode_formula(second, positive)?;
        Ok(unfolded(op, first, second, kept, self.circuit))
    }

    fn monitor(&mut self, formula: &'a Formula, positive: bool) -> EncodingResult<usize> {
        let is_past = match &formula.kind {
            FormulaKind::Temporal(op, _) => op.is_past(),
            _ => true,
        };
        let standing = if is_past { Standing::TwoSided } else { self.standing };
        let node = Node::Formula(formula);
        let free = self.environment.free.of(node);
        let key = self.standing_as(standing, |encoder| encoder.key(node.id(), &free, positive));
        if let Some(&place) = self.timeline().known.get(&key) {
            return Ok(place);
        }
        let captured = self.captured(node);
        if self.is_loose(&captured) {
            let construct = "a value chosen anew in each state, of which later states speak,";
            return Err(UnsupportedConstruct::too_large(formula.span, construct));
        }
        let binders = self.binders.clone();
        let time = self.timeline();
        let place = time.monitors.len();
        time.known.insert(key, place);
        let inputs = Vec::new();
        time.monitors.push(Monitor { formula, captured, binders, positive, standing, inputs });
        Ok(place)
    }

    /// True if a variable stands for what a witness of one step is.
    fn is_loose(&mut self, captured: &Captured<'a>) -> bool {
        if self.timeline().loose.is_empty() {
            return false;
        }
        let mut open: Vec<Captured<'a>> = vec![Rc::clone(captured)];
        let mut bits = Vec::new();
        while let Some(next) = open.pop() {
            for (_, binding) in next.iter() {
                match &binding.value {
                    EncodedValue::Relation(relation) => bits.extend(relation.matrix.bits()),
                    EncodedValue::Deferred(_, captured) => open.push(Rc::clone(captured)),
                    EncodedValue::Number(_) | EncodedValue::Formula(_) => {}
                }
            }
        }
        let inputs = self.circuit.inputs_of(&bits);
        let loose = &self.timeline().loose;
        inputs.iter().any(|bit| loose.contains(bit))
    }

    fn monitor_input(&mut self, place: usize) -> Bit {
        let now = self.timeline().now;
        self.monitor_input_at(place, now)
    }

    fn monitor_input_at(&mut self, place: usize, state: usize) -> Bit {
        let time = self.time.as_mut().expect("it has states");
        let inputs = &mut time.monitors[place].inputs;
        while inputs.len() <= state {
            inputs.push(self.circuit.input());
        }
        inputs[state]
    }

    /// The rule of a monitor.
    ///
    /// # Errors
    /// As [`FormulaEncoder::formula`].
    pub fn rule(&mut self, place: usize) -> Result<MonitorRule, UnsupportedConstruct> {
        let Monitor { formula, captured, binders, positive, standing, .. } =
            &self.timeline().monitors[place];
        let (formula, positive, standing) = (*formula, *positive, *standing);
        let (captured, binders) = (Rc::clone(captured), binders.clone());
        let outer = std::mem::replace(&mut self.binders, binders);
        let rule = self.loosely(|encoder| {
            encoder.with_captured(&captured, |encoder| {
                encoder.standing_as(standing, |encoder| encoder.rule_of(place, formula, positive))
            })
        });
        self.binders = outer;
        rule
    }

    fn rule_of(
        &mut self,
        place: usize,
        formula: &'a Formula,
        positive: bool,
    ) -> EncodingResult<MonitorRule> {
        let now = self.monitor_input_at(place, 0);
        let next = self.monitor_input_at(place, 1);
        let (op, [first, second]) = match &formula.kind {
            FormulaKind::Temporal(op, sides) => (*op, &**sides),
            FormulaKind::Previously(of) => {
                let here = self.encode_formula(of, positive)?;
                let step = self.circuit.iff(next, here);
                return Ok(MonitorRule { first: Some(false), step, fair: None });
            }
            _ => unreachable!("only temporal operators have monitors"),
        };
        let first = self.encode_formula(first, positive)?;
        let second = self.encode_formula(second, positive)?;
        let mut rule = MonitorRule { first: None, step: Bit::TRUE, fair: None };
        if op.is_past() {
            let here = unfolded(op, first, second, now, self.circuit);
            rule.first = Some(op == TemporalOp::Triggered);
            rule.step = self.circuit.iff(next, here);
            return Ok(rule);
        }
        let here = unfolded(op, first, second, next, self.circuit);
        let is_two_sided = self.standing == Standing::TwoSided;
        let (forth, back) = (self.circuit.implies(now, here), self.circuit.implies(here, now));
        rule.step = match (is_two_sided, positive) {
            (true, _) => self.circuit.and([forth, back]),
            (false, true) => forth,
            (false, false) => back,
        };
        rule.fair = match op {
            TemporalOp::Until if is_two_sided || positive => {
                Some(self.circuit.implies(now, second))
            }
            TemporalOp::Releases if is_two_sided || !positive => {
                Some(self.circuit.implies(second, now))
            }
            _ => None,
        };
        Ok(rule)
    }

    /// The inputs of a monitor: in this state, and in those that follow as far as they were read.
    pub fn monitor_inputs(&self, place: usize) -> Vec<Bit> {
        self.time.as_ref().map_or_else(Vec::new, |time| time.monitors[place].inputs.clone())
    }
}

/// What an operator says by its sides here, and by what it says in the state that it leads to.
fn unfolded(op: TemporalOp, first: Bit, second: Bit, rest: Bit, circuit: &mut Circuit) -> Bit {
    match op {
        TemporalOp::Until | TemporalOp::Since => {
            let on = circuit.and([first, rest]);
            circuit.or([second, on])
        }
        TemporalOp::Releases | TemporalOp::Triggered => {
            let on = circuit.or([first, rest]);
            circuit.and([second, on])
        }
    }
}
