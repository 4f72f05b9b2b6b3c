//! Temporal operators as inputs, and what ties these to the next state.
//!
//! *Choice.* An operator has an input, its *monitor*, for each value of its free variables: the tableau of Clarke,
//! Grumberg and Hamaguchi ("Another look at LTL model checking", 1997) with the formulas that matter only. Its rule:
//!
//! - `F until G` is G, or F and the same in the next state, and G must come: infinitely often either G, or not this.
//! - `F releases G` is G, and F or the same in the next state. Nothing has to come.
//! - Operators of the past keep one bit of what was. The next state's bit is what they say in this one.
//!
//! A monitor that counts in one polarity only has that half of its rule, so `always F` below an even number of
//! negations asks for no fairness. *Rejected.* An automaton of sets of subformulas: it would be built state by state,
//! and the solver finds the sets by itself.

use std::rc::Rc;

use korrel_lang::model::{Formula, FormulaKind, Node, TemporalOp};

use super::environment::{Captured, EncodedValue, IntegerBinding};
use super::standing::Standing;
use super::{EncodingResult, FormulaEncoder, UnsupportedConstruct};
use crate::circuit::{Bit, Circuit};

/// A temporal operator under values of its free variables.
pub(super) struct Monitor<'a> {
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

impl<'a> FormulaEncoder<'a> {
    /// What a temporal operator says in the state that is read.
    pub(crate) fn monitored(
        &mut self,
        formula: &'a Formula,
        positive: bool,
    ) -> EncodingResult<Bit> {
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
            return Err(UnsupportedConstruct::beyond_steps(formula.span, construct));
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
