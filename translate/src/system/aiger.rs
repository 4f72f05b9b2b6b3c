//! A system in AIGER, for other model checkers.
//!
//! *Problem.* Our steps are relations, and a latch's next value is a function. *Choice.* The next value of each variable
//! is an input, and that input and latches are a step is a constraint. The names of cells stand in the symbol table.
//!
//! AIGER 1.9 has latches whose first value is open, constraints, and justice: bits that come infinitely often. Most
//! readers know AIGER 1.0 only, where all latches begin with 0 and an output is what should never be true. There, an
//! open first value is an input that counts in the first step alone. That a constraint was broken is remembered. A fair
//! run is a saved state that comes back (`lasso.rs`).
//!
//! *Source.* Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond", 2011.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use super::{SystemVariable, TraceSystem};
use crate::circuit::{Bit, Circuit, Gate};

/// The version of AIGER that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AigerVersion {
    /// The system as it is, with constraints and justice.
    Full,
    /// Latches, inputs, and one output that is true in a state that shows a trace.
    Plain,
}

impl TraceSystem {
    /// The system as text. There is a trace if and only if the file's question has a witness.
    pub fn aiger(&self, version: AigerVersion) -> String {
        match version {
            AigerVersion::Full => self.full(),
            AigerVersion::Plain => self.plain(),
        }
    }

    fn full(&self) -> String {
        let mut file = AigerFile::default();
        let started = file.latch("started", false);
        let mut inputs = FxHashMap::default();
        for variable in &self.variables {
            let now = file.latch(&variable.name, true);
            inputs.insert(variable.now, now);
        }
        file.add_inputs(self, &mut inputs);
        let mut gates = Gates { circuit: &self.circuit, inputs, literals: FxHashMap::default() };
        let nexts = self.variables.iter().map(|variable| gates.literal(variable.next, &mut file));
        let nexts: Vec<u32> = nexts.collect();
        file.latches[0].next = TRUE;
        for (latch, next) in file.latches[1..].iter_mut().zip(nexts) {
            latch.next = next;
        }
        for &bit in &self.step {
            let holds = gates.literal(bit, &mut file);
            file.constraints.push(holds);
        }
        for &bit in &self.initial {
            let holds = gates.literal(bit, &mut file);
            let holds = file.or(started, holds);
            file.constraints.push(holds);
        }
        file.justice = self.fair.iter().map(|&bit| gates.literal(bit, &mut file)).collect();
        if file.justice.is_empty() {
            file.justice.push(TRUE);
        }
        file.text(AigerVersion::Full)
    }

    fn plain(&self) -> String {
        let (system, bad) = self.returning();
        let mut file = AigerFile::default();
        let started = file.latch("started", false);
        let broken = file.latch("broken", false);
        let latches: Vec<u32> =
            system.variables.iter().map(|variable| file.latch(&variable.name, false)).collect();
        let mut inputs = FxHashMap::default();
        for (variable, latch) in system.variables.iter().zip(latches) {
            let first = file.input(&format!("first {}", variable.name));
            let (later, at_first) = (file.and(started, latch), file.and(not(started), first));
            let value = file.or(later, at_first);
            inputs.insert(variable.now, value);
        }
        file.add_inputs(&system, &mut inputs);
        let mut gates = Gates { circuit: &system.circuit, inputs, literals: FxHashMap::default() };
        for (place, variable) in system.variables.iter().enumerate() {
            file.latches[2 + place].next = gates.literal(variable.next, &mut file);
        }
        let mut holds = TRUE;
        for &bit in &system.initial {
            let bit = gates.literal(bit, &mut file);
            holds = file.and(holds, bit);
        }
        holds = file.or(started, holds);
        for &bit in &system.step {
            let bit = gates.literal(bit, &mut file);
            holds = file.and(holds, bit);
        }
        file.latches[0].next = TRUE;
        file.latches[1].next = file.or(broken, not(holds));
        let bad = gates.literal(bad, &mut file);
        // Whether the first step was one is known after it. What comes back was there before.
        let known = file.and(started, not(broken));
        file.output = Some(file.and(known, bad));
        file.text(AigerVersion::Plain)
    }
}

const TRUE: u32 = 1;

fn not(literal: u32) -> u32 {
    literal ^ 1
}

struct Latch {
    literal: u32,
    next: u32,
    /// Its first value is open. Else it is 0.
    is_open: bool,
    name: String,
}

#[derive(Default)]
struct AigerFile {
    variables: u32,
    inputs: Vec<(u32, String)>,
    latches: Vec<Latch>,
    gates: Vec<[u32; 3]>,
    known: FxHashMap<[u32; 2], u32>,
    constraints: Vec<u32>,
    justice: Vec<u32>,
    output: Option<u32>,
}

impl AigerFile {
    fn fresh(&mut self) -> u32 {
        self.variables += 1;
        2 * self.variables
    }

    fn input(&mut self, name: &str) -> u32 {
        let literal = self.fresh();
        self.inputs.push((literal, name.to_owned()));
        literal
    }

    fn latch(&mut self, name: &str, is_open: bool) -> u32 {
        let literal = self.fresh();
        self.latches.push(Latch { literal, next: 0, is_open, name: name.to_owned() });
        literal
    }

    /// An input for each of the circuit's that is no variable's value in this state.
    fn add_inputs(&mut self, system: &TraceSystem, inputs: &mut FxHashMap<Bit, u32>) {
        let is_changing = |variable: &&SystemVariable| variable.now != variable.next;
        for variable in system.variables.iter().filter(is_changing) {
            let next = self.input(&format!("next {}", variable.name));
            inputs.insert(variable.next, next);
        }
        for (place, bit) in system.free_inputs().into_iter().enumerate() {
            inputs.insert(bit, self.input(&format!("choice {place}")));
        }
    }

    fn and(&mut self, a: u32, b: u32) -> u32 {
        let pair = [a.max(b), a.min(b)];
        match pair {
            [_, 0] => 0,
            [a, TRUE] => a,
            [a, b] if a == b => a,
            [a, b] if a == not(b) => 0,
            _ => {
                if let Some(&known) = self.known.get(&pair) {
                    return known;
                }
                let gate = self.fresh();
                self.gates.push([gate, pair[0], pair[1]]);
                self.known.insert(pair, gate);
                gate
            }
        }
    }

    fn or(&mut self, a: u32, b: u32) -> u32 {
        not(self.and(not(a), not(b)))
    }

    /// The file in ASCII. Inputs, latches and gates are numbered in this order.
    fn text(&self, version: AigerVersion) -> String {
        let order = self.inputs.iter().map(|(literal, _)| *literal);
        let order = order.chain(self.latches.iter().map(|latch| latch.literal));
        let order = order.chain(self.gates.iter().map(|gate| gate[0]));
        let numbers: FxHashMap<u32, u32> =
            order.enumerate().map(|(at, literal)| (literal, 2 * (at as u32 + 1))).collect();
        let of = |literal: u32| match literal {
            0 | TRUE => literal,
            _ => numbers[&(literal & !1)] | literal & 1,
        };
        let (inputs, latches, gates) = (&self.inputs, &self.latches, &self.gates);
        let outputs = usize::from(self.output.is_some());
        let mut text = format!(
            "aag {} {} {} {outputs} {}",
            self.variables,
            inputs.len(),
            latches.len(),
            gates.len()
        );
        if version == AigerVersion::Full {
            let justice = usize::from(!self.justice.is_empty());
            write!(text, " 0 {} {justice} 0", self.constraints.len()).expect("a string has room");
        }
        let mut lines = vec![text];
        lines.extend(inputs.iter().map(|(literal, _)| of(*literal).to_string()));
        for Latch { literal, next, is_open, .. } in latches {
            let (literal, next) = (of(*literal), of(*next));
            lines.push(match is_open {
                true => format!("{literal} {next} {literal}"),
                false => format!("{literal} {next}"),
            });
        }
        lines.extend(self.output.map(|output| of(output).to_string()));
        lines.extend(self.constraints.iter().map(|&literal| of(literal).to_string()));
        if !self.justice.is_empty() {
            lines.push(self.justice.len().to_string());
            lines.extend(self.justice.iter().map(|&literal| of(literal).to_string()));
        }
        lines.extend(gates.iter().map(|[gate, a, b]| {
            let (a, b) = (of(*a), of(*b));
            format!("{} {} {}", of(*gate), a.max(b), a.min(b))
        }));
        lines.extend(inputs.iter().enumerate().map(|(at, (_, name))| format!("i{at} {name}")));
        lines.extend(latches.iter().enumerate().map(|(at, latch)| format!("l{at} {}", latch.name)));
        lines.join("\n") + "\n"
    }
}

/// The literals of a circuit's gates.
struct Gates<'c> {
    circuit: &'c Circuit,
    inputs: FxHashMap<Bit, u32>,
    literals: FxHashMap<usize, u32>,
}

impl Gates<'_> {
    /// The literal of a bit. Gates that it needs are added, those that are older first.
    fn literal(&mut self, bit: Bit, file: &mut AigerFile) -> u32 {
        let mut open = vec![bit.gate()];
        while let Some(&gate) = open.last() {
            if self.literals.contains_key(&gate) {
                open.pop();
                continue;
            }
            let literal = match self.circuit.gate(gate) {
                Gate::True => TRUE,
                Gate::Input(_) => self.inputs[&Bit::of_gate(gate, false)],
                Gate::And(children) => {
                    let missing = |child: &&Bit| !self.literals.contains_key(&child.gate());
                    let before = open.len();
                    open.extend(children.iter().filter(missing).map(|child| child.gate()));
                    if open.len() > before {
                        continue;
                    }
                    let known =
                        |child: &Bit| self.literals[&child.gate()] ^ u32::from(child.is_negated());
                    let children: Vec<u32> = children.iter().map(known).collect();
                    children.into_iter().fold(TRUE, |all, child| file.and(all, child))
                }
            };
            self.literals.insert(gate, literal);
            open.pop();
        }
        self.literals[&bit.gate()] ^ u32::from(bit.is_negated())
    }
}
