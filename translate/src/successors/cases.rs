//! The cases of a step, each of which leads from a state to one next state.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::forced::{Rails, Seen, View};
use super::{StateWords, StepCells};
use crate::circuit::{Bit, Circuit};

/// The most cases.
const CASES: usize = 2048;

/// The most gates and wires of the circuit over one state.
const SIZE: usize = 4_000_000;

/// What follows is looked for so many times, each time with what was found before.
const ROUNDS: usize = 4;

/// A step under a condition, as bits of the circuit over one state.
pub(super) struct Case {
    pub taken: Bit,
    /// Something of the next state is left open.
    pub open: Bit,
    /// The cells that may change, with their next value.
    pub changes: Vec<(u32, Bit)>,
}

/// What is known of the next state if some bits are true.
struct Conjunction {
    bits: Vec<Bit>,
    /// The open inputs that matter.
    inputs: Vec<usize>,
    forced: BTreeMap<usize, Rails>,
    /// It is false whatever the next state is.
    fails: Bit,
    /// It may be true, and the next state is not known.
    open: Bit,
}

pub(super) struct Cases<'c> {
    seen: Seen<'c>,
    own: Vec<Bit>,
    /// The gate of each cell's next value.
    next: Vec<NextValue>,
    outputs: Vec<usize>,
    samples: Samples<'c>,
    base: View,
}

/// The value of a cell in the next state.
#[derive(Clone, Copy)]
enum NextValue {
    Same,
    False,
    Open(usize),
}

impl<'c> Cases<'c> {
    pub fn new(
        circuit: &'c Circuit,
        present: &'c mut Circuit,
        cells: StepCells<'_>,
        own: &[Bit],
        samples: &'c [StateWords],
    ) -> Cases<'c> {
        let known =
            cells.now.iter().zip(own).filter_map(|(now, &bit)| Some(((*now)?.index(), bit)));
        let known: FxHashMap<usize, Bit> = known.collect();
        let gates: Vec<usize> = circuit.input_bits().map(Bit::gate).collect();
        let next: Vec<NextValue> = match cells.is_asked_for_any {
            true => Vec::new(),
            false => {
                let value = |(now, next): (&Option<_>, &Option<korrel_sat::Var>)| match next {
                    None => NextValue::False,
                    Some(_) if now == next => NextValue::Same,
                    Some(var) => NextValue::Open(gates[var.index()]),
                };
                cells.now.iter().zip(cells.next).map(value).collect()
            }
        };
        let outputs = next.iter().filter_map(|value| match value {
            NextValue::Open(gate) => Some(*gate),
            _ => None,
        });
        let outputs = outputs.collect();
        let seen = Seen::new(circuit, present, &known);
        let (own, samples, base) = (own.to_vec(), Samples::new(samples), View::default());
        Cases { seen, own, next, outputs, samples, base }
    }

    /// The cases in which all of these are true, or `None` if they are too large.
    pub fn of(mut self, roots: &[Bit]) -> Option<Vec<Case>> {
        let mut bits = Vec::new();
        roots.iter().for_each(|&root| self.flatten(root, &mut bits));
        let (mut open, mut found) = (vec![bits], Vec::new());
        while let Some(mut bits) = open.pop() {
            bits.sort_unstable();
            bits.dedup();
            let conjunction = self.conjunction(bits);
            if self.seen.present.given_up().is_some() || self.seen.present.size() > SIZE {
                return None;
            }
            if conjunction.fails == Bit::TRUE {
                continue;
            }
            let parts = self.parts(&conjunction);
            if !parts.is_empty() && open.len() + found.len() + parts.len() <= CASES {
                open.extend(parts);
            } else {
                found.push(self.case(conjunction));
            }
        }
        Some(found)
    }

    /// The conjuncts of a bit.
    fn flatten(&self, bit: Bit, bits: &mut Vec<Bit>) {
        let mut open = vec![bit];
        while let Some(bit) = open.pop() {
            match self.seen.circuit.conjuncts(bit.gate()).filter(|_| !bit.is_negated()) {
                Some(conjuncts) if self.seen.exact(bit).is_none() => open.extend(conjuncts),
                _ => bits.push(bit),
            }
        }
    }

    /// What is known where all of these are true.
    fn conjunction(&mut self, bits: Vec<Bit>) -> Conjunction {
        let mut inputs = self.seen.open_inputs(&bits);
        inputs.extend(&self.outputs);
        inputs.sort_unstable();
        inputs.dedup();
        let mut view = std::mem::take(&mut self.base);
        let (mut forced, mut fails, mut open) = self.known(&mut view, &bits, &inputs);
        self.base = view;
        for _ in 1..ROUNDS {
            if !self.samples.has(self.seen.present, open) {
                break;
            }
            let before = open;
            let mut view = View::knowing(forced.clone());
            let more = self.known(&mut view, &bits, &inputs);
            fails = self.seen.present.or([fails, more.1]);
            for (input, rails) in more.0 {
                let known = forced.entry(input).or_insert(Rails::OPEN);
                known.holds = self.seen.present.or([known.holds, rails.holds]);
                known.fails = self.seen.present.or([known.fails, rails.fails]);
            }
            open = self.open(&forced, &inputs, fails);
            if !self.samples.tell_apart(self.seen.present, before, open) {
                // What goes on here goes on by a case of its own.
                break;
            }
        }
        Conjunction { bits, inputs, forced, fails, open }
    }

    fn known(
        &mut self,
        view: &mut View,
        bits: &[Bit],
        inputs: &[usize],
    ) -> (BTreeMap<usize, Rails>, Bit, Bit) {
        self.seen.look_at(view, bits);
        let fails: Vec<Bit> = bits.iter().map(|&bit| self.seen.rails(view, bit).fails).collect();
        let fails = self.seen.present.or(fails);
        if fails == Bit::TRUE {
            return (BTreeMap::new(), fails, Bit::FALSE);
        }
        let forced = self.seen.forced(view, bits);
        let open = self.open(&forced, inputs, fails);
        (forced, fails, open)
    }

    /// The condition under which some input is not forced, and nothing else is against that.
    fn open(&mut self, forced: &BTreeMap<usize, Rails>, inputs: &[usize], fails: Bit) -> Bit {
        let is_known = inputs.iter().map(|input| match forced.get(input) {
            Some(rails) => self.seen.present.or([rails.holds, rails.fails]),
            None => Bit::FALSE,
        });
        let is_known: Vec<Bit> = is_known.collect();
        let all = self.seen.present.and(is_known);
        self.seen.present.and([!all, !fails])
    }

    /// The cases of a conjunction that leaves a next state of a sample open.
    fn parts(&mut self, conjunction: &Conjunction) -> Vec<Vec<Bit>> {
        let Conjunction { bits, inputs, forced, fails, open } = conjunction;
        if !self.samples.has(self.seen.present, *open) {
            return Vec::new();
        }
        let mut missing = Vec::new();
        for &input in inputs {
            let rails = forced.get(&input).copied().unwrap_or(Rails::OPEN);
            let is_open = self.seen.present.and([!rails.holds, !rails.fails, !*fails]);
            if self.samples.has(self.seen.present, is_open) {
                missing.push(input);
            }
        }
        let mut best: Option<(usize, Bit)> = None;
        for &bit in bits {
            if !self.is_of_conjunctions(bit) {
                continue;
            }
            let below = self.seen.open_inputs(&[bit]);
            let count = missing.iter().filter(|input| below.binary_search(input).is_ok()).count();
            if count > best.map_or(0, |(most, _)| most) {
                best = Some((count, bit));
            }
        }
        let (without, parts) = match best {
            Some((_, bit)) => (Some(bit), self.disjuncts(bit)),
            None => {
                let Some(&input) = missing.first() else { return Vec::new() };
                (None, vec![Bit::of_gate(input, false), Bit::of_gate(input, true)])
            }
        };
        let others = bits.iter().copied().filter(|&bit| Some(bit) != without);
        let others: Vec<Bit> = others.collect();
        let with = |part: &Bit| {
            let mut bits = others.clone();
            self.flatten(*part, &mut bits);
            bits
        };
        parts.iter().map(with).collect()
    }

    /// True of a disjunction of more than inputs.
    fn is_of_conjunctions(&self, bit: Bit) -> bool {
        bit.is_negated()
            && self.seen.exact(bit).is_none()
            && self.seen.circuit.conjuncts(bit.gate()).into_iter().flatten().any(|child| {
                self.seen.exact(*child).is_none()
                    && self.seen.circuit.conjuncts(child.gate()).is_some()
            })
    }

    /// The disjuncts of a disjunction, and of those in it.
    fn disjuncts(&self, bit: Bit) -> Vec<Bit> {
        let (mut open, mut found) = (vec![bit], Vec::new());
        while let Some(bit) = open.pop() {
            match self.seen.circuit.conjuncts(bit.gate()).filter(|_| bit.is_negated()) {
                Some(negated) if self.seen.exact(bit).is_none() => {
                    open.extend(negated.iter().map(|&bit| !bit));
                }
                _ => found.push(bit),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The next state that is known, and the condition under which it is one.
    fn case(&mut self, conjunction: Conjunction) -> Case {
        let Conjunction { bits, inputs, forced, fails, open } = conjunction;
        let value =
            |input: &usize| (*input, forced.get(input).map_or(Bit::FALSE, |rails| rails.holds));
        let values: FxHashMap<usize, Bit> = inputs.iter().map(value).collect();
        let mut all = self.seen.with_values(&bits, &values);
        all.extend([!fails, !open]);
        let taken = self.seen.present.and(all);
        let value = |(at, next): (usize, &NextValue)| {
            let value = match next {
                NextValue::Same => return None,
                NextValue::False => Bit::FALSE,
                NextValue::Open(gate) => values[gate],
            };
            (value != self.own[at]).then_some((at as u32, value))
        };
        let changes = self.next.iter().enumerate().filter_map(value).collect();
        Case { taken, open, changes }
    }
}

/// States by which cases are tried.
struct Samples<'s> {
    states: &'s [StateWords],
    /// The value of each gate for each of them.
    words: Vec<Vec<u64>>,
}

impl<'s> Samples<'s> {
    fn new(states: &'s [StateWords]) -> Samples<'s> {
        Samples { words: vec![Vec::new(); states.len()], states }
    }

    /// True if the bit holds of a sample.
    fn has(&mut self, circuit: &Circuit, bit: Bit) -> bool {
        bit != Bit::FALSE && self.values(circuit, bit).any(|word| word != 0)
    }

    fn tell_apart(&mut self, circuit: &Circuit, one: Bit, other: Bit) -> bool {
        let one: Vec<u64> = self.values(circuit, one).collect();
        self.values(circuit, other).zip(one).any(|(a, b)| a != b)
    }

    fn values(&mut self, circuit: &Circuit, bit: Bit) -> impl Iterator<Item = u64> {
        for (states, words) in self.states.iter().zip(&mut self.words) {
            circuit.evaluate_words(&states.cells, words);
        }
        let sign = if bit.is_negated() { !0 } else { 0 };
        let states = self.states.iter().zip(&self.words);
        states.map(move |(states, words)| (words[bit.gate()] ^ sign) & states.mask)
    }
}
