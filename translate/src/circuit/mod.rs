//! Boolean circuits: what a formula becomes before it becomes clauses.
//!
//! The problem: grounding a spec yields the same subformulas over and over, many of them constant
//! under the bounds. The choice: and-inverter graphs (Kuehlmann, Krohm 1997) with conjunctions of
//! any width. There is one kind of gate, AND; negation is a sign on the reference; equal gates are
//! made once (hash-consing), so equality of circuits found by construction is equality of numbers.
//! Wide gates rather than binary ones, because a conjunction of n clauses is then n clauses and not
//! n − 1 auxiliary variables. Nested conjunctions are not flattened here, which would lose sharing
//! and can grow quadratically; `cnf` does that where a gate has one use. Rejected: reduced ordered
//! BDDs (canonical, and exponential on the relational joins that specs are made of).

mod assumed;
mod budget;
mod cardinality;
mod display;
mod exclusive;
pub mod matrix;
mod simplify;
pub mod word;

use std::hash::Hasher;
use std::ops::Not;

use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;

use korrel_sat::Effort;

use budget::Budget;

#[cfg(test)]
pub(crate) use budget::BYTES;
pub use budget::GivenUp;

/// A gate or its negation: `2 · gate + negated`. Only the circuit that made it gives it meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bit(u32);

impl Bit {
    pub const TRUE: Bit = Bit(0);
    pub const FALSE: Bit = Bit(1);

    pub const fn constant(value: bool) -> Bit {
        if value { Bit::TRUE } else { Bit::FALSE }
    }

    pub const fn is_constant(self) -> bool {
        self.0 < 2
    }

    /// The number of the gate, which is below [`Circuit::len`].
    pub(crate) const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) const fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) const fn of_gate(gate: usize, negated: bool) -> Bit {
        Bit((gate as u32) << 1 | negated as u32)
    }

    /// The gate itself, without the sign.
    pub(crate) const fn positive(self) -> Bit {
        Bit(self.0 & !1)
    }
}

impl Not for Bit {
    type Output = Bit;

    fn not(self) -> Bit {
        Bit(self.0 ^ 1)
    }
}

/// The conjuncts of a gate to be: few, as a rule, and not worth an allocation.
type Conjuncts = SmallVec<[Bit; 8]>;

/// What a gate computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate<'a> {
    True,
    /// The input of this number.
    Input(usize),
    /// The conjunction of at least two bits.
    And(&'a [Bit]),
}

/// A gate as it is stored.
#[derive(Clone, Copy, Debug)]
enum StoredGate {
    True,
    Input(u32),
    /// Its children are `children[start..end]`; `next` is the next older gate of the same hash.
    And {
        start: u32,
        end: u32,
        next: Option<u32>,
    },
}

/// A growing set of gates.
///
/// Invariant: a gate's children are older than itself, sorted, of different gates, and not
/// constant; no two AND gates have the same children.
#[derive(Clone, Debug)]
pub struct Circuit {
    nodes: Vec<StoredGate>,
    /// The children of all AND gates, gate after gate.
    children: Vec<Bit>,
    /// For each hash of children, the newest gate that has it.
    newest: FxHashMap<u64, u32>,
    /// The gate of each input.
    inputs: Vec<u32>,
    /// For each gate what it is taken for; as long as it needs to be.
    assumed: Vec<Option<bool>>,
    /// For each gate the group of inputs of which at most one is true; as long as it needs to be.
    group_of: Vec<exclusive::Group>,
    /// How many groups there are.
    groups: exclusive::Group,
    /// The unary counters of sets that were compared, as long as was asked for.
    counters: FxHashMap<Vec<Bit>, Vec<Bit>>,
    budget: Budget,
    /// Set once the budget is spent; no gates are made from there on.
    given_up: Option<GivenUp>,
}

impl Default for Circuit {
    fn default() -> Circuit {
        Circuit::new()
    }
}

impl Circuit {
    pub fn new() -> Circuit {
        Circuit {
            nodes: vec![StoredGate::True],
            children: Vec::new(),
            newest: FxHashMap::default(),
            inputs: Vec::new(),
            assumed: Vec::new(),
            group_of: Vec::new(),
            groups: 0,
            counters: FxHashMap::default(),
            budget: Budget::of(&Effort::default()),
            given_up: None,
        }
    }

    /// A new input; inputs are numbered from 0 in the order of their making.
    pub fn input(&mut self) -> Bit {
        let gate = self.nodes.len();
        self.nodes.push(StoredGate::Input(self.inputs.len() as u32));
        self.inputs.push(gate as u32);
        Bit::of_gate(gate, false)
    }

    /// How many inputs there are.
    pub fn inputs(&self) -> usize {
        self.inputs.len()
    }

    /// How many gates there are, the constant and the inputs among them.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 1
    }

    /// The conjunction; of none, true.
    pub fn and(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        if let Some(worthless) = self.worthless() {
            return worthless;
        }
        let mut bits: Conjuncts = bits.into_iter().collect();
        if !self.normalise(&mut bits) {
            return Bit::FALSE;
        }
        match bits[..] {
            [] => Bit::TRUE,
            [bit] => bit,
            _ => {
                let gate = self.gate_of(&bits);
                self.known(gate)
            }
        }
    }

    /// The disjunction; of none, false.
    pub fn or(&mut self, bits: impl IntoIterator<Item = Bit>) -> Bit {
        !self.and(bits.into_iter().map(Bit::not))
    }

    pub fn implies(&mut self, a: Bit, b: Bit) -> Bit {
        !self.and([a, !b])
    }

    /// Whether both are equal. Signs are moved out first, so that all eight ways to write it share
    /// their gates.
    pub fn iff(&mut self, a: Bit, b: Bit) -> Bit {
        let differ = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive(), b.positive());
        let forth = self.implies(a, b);
        let back = self.implies(b, a);
        let same = self.and([forth, back]);
        if differ { !same } else { same }
    }

    pub fn xor(&mut self, a: Bit, b: Bit) -> Bit {
        !self.iff(a, b)
    }

    /// `a` if `condition` holds, else `b`.
    pub fn choice(&mut self, condition: Bit, a: Bit, b: Bit) -> Bit {
        if a == b {
            return a;
        }
        if a == !b {
            return self.iff(condition, a);
        }
        let then = self.and([condition, a]);
        let otherwise = self.and([!condition, b]);
        self.or([then, otherwise])
    }

    /// The value of every gate; [`GateValues::get`] reads it.
    ///
    /// # Panics
    /// If there are fewer values than inputs.
    pub fn evaluate(&self, inputs: &[bool]) -> GateValues {
        let mut values = GateValues(Vec::with_capacity(self.nodes.len()));
        for gate in 0..self.nodes.len() {
            let value = match self.gate(gate) {
                Gate::True => true,
                Gate::Input(number) => inputs[number],
                Gate::And(children) => children.iter().all(|&child| values.get(child)),
            };
            values.0.push(value);
        }
        values
    }

    pub(crate) fn gate(&self, gate: usize) -> Gate<'_> {
        match self.nodes[gate] {
            StoredGate::True => Gate::True,
            StoredGate::Input(number) => Gate::Input(number as usize),
            StoredGate::And { start, end, .. } => {
                Gate::And(&self.children[start as usize..end as usize])
            }
        }
    }

    /// The children of an AND gate.
    pub(crate) fn conjuncts(&self, gate: usize) -> Option<&[Bit]> {
        match self.gate(gate) {
            Gate::And(children) => Some(children),
            _ => None,
        }
    }

    /// The gate with these normalised children, old or new.
    fn gate_of(&mut self, bits: &[Bit]) -> Bit {
        let hash = hash(bits);
        let newest = self.newest.get(&hash).copied();
        let mut candidate = newest;
        while let Some(gate) = candidate {
            let StoredGate::And { start, end, next } = self.nodes[gate as usize] else {
                unreachable!("only AND gates are hashed")
            };
            if self.children[start as usize..end as usize] == *bits {
                return Bit::of_gate(gate as usize, false);
            }
            candidate = next;
        }
        if !self.has_room_for(1 + bits.len()) {
            return Bit::FALSE;
        }
        self.push_gate(bits, hash, newest)
    }

    fn push_gate(&mut self, bits: &[Bit], hash: u64, next: Option<u32>) -> Bit {
        let gate = self.nodes.len();
        assert!(gate < 1 << 31, "a bit has 31 bits for its gate");
        let start = self.children.len() as u32;
        self.children.extend_from_slice(bits);
        let end = u32::try_from(self.children.len()).expect("fewer than 2^32 wires");
        self.nodes.push(StoredGate::And { start, end, next });
        self.newest.insert(hash, gate as u32);
        Bit::of_gate(gate, false)
    }
}

fn hash(bits: &[Bit]) -> u64 {
    let mut hasher = FxHasher::default();
    for bit in bits {
        hasher.write_u32(bit.0);
    }
    hasher.finish()
}

/// The value of every gate under one assignment of the inputs.
#[derive(Clone, Debug)]
pub struct GateValues(Vec<bool>);

impl GateValues {
    pub fn get(&self, bit: Bit) -> bool {
        self.0[bit.gate()] != bit.is_negated()
    }
}

#[cfg(test)]
mod tests;
