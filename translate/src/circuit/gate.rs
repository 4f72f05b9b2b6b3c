//! Gates: the functions that they compute, and a table in which equal ones are made once.

use std::fmt;
use std::hash::Hasher;
use std::ops::Not;

use hashbrown::HashTable;
use rustc_hash::{FxHashSet, FxHasher};

use super::Circuit;

/// The function that a gate computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gate<'a> {
    True,
    /// The input of this number.
    Input(usize),
    /// The conjunction of at least two bits.
    And(&'a [Bit]),
}

/// All gates: their children one after another in one array, and a table in which a gate is found by its children.
///
/// A join makes gates by the million and looks most of them up once, so a gate is one number, and a place in the table
/// another one.
#[derive(Clone, Debug)]
pub(super) struct GateStore {
    /// The beginning of each gate's children, and the end of the last one's. The constant and the inputs have none.
    starts: Vec<u32>,
    children: Vec<Bit>,
    /// The AND gates.
    table: HashTable<u32>,
}

impl GateStore {
    /// The constant alone.
    pub fn new() -> GateStore {
        GateStore { starts: vec![0, 0], children: Vec::new(), table: HashTable::new() }
    }

    /// The number of gates.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The number of children of all gates.
    pub fn wires(&self) -> usize {
        self.children.len()
    }

    #[inline]
    pub fn children(&self, gate: usize) -> &[Bit] {
        children(&self.starts, &self.children, gate)
    }

    /// Appends a gate that is not looked up.
    pub fn push(&mut self, children: &[Bit]) -> usize {
        let gate = self.len();
        assert!(gate < 1 << 31, "a bit has 31 bits for its gate");
        self.children.extend_from_slice(children);
        let end = u32::try_from(self.children.len()).expect("fewer than 2^32 wires");
        self.starts.push(end);
        gate
    }

    /// The gate with these children.
    fn find(&self, children: &[Bit], hash: u64) -> Option<usize> {
        let found = self.table.find(hash, |&gate| self.children(gate as usize) == children);
        found.map(|&gate| gate as usize)
    }

    /// Appends a gate with children that no other has.
    fn insert(&mut self, bits: &[Bit], hash: u64) -> usize {
        let gate = self.push(bits);
        let (starts, wires) = (&self.starts, &self.children);
        let hash_of = |&gate: &u32| hash_of(children(starts, wires, gate as usize));
        self.table.insert_unique(hash, gate as u32, hash_of);
        gate
    }
}

#[inline]
fn children<'a>(starts: &[u32], children: &'a [Bit], gate: usize) -> &'a [Bit] {
    &children[starts[gate] as usize..starts[gate + 1] as usize]
}

impl Circuit {
    pub(crate) fn gate(&self, gate: usize) -> Gate<'_> {
        match self.gates.children(gate) {
            [] if gate == 0 => Gate::True,
            [] => Gate::Input(self.inputs.binary_search(&(gate as u32)).expect("no other gates")),
            children => Gate::And(children),
        }
    }

    /// The inputs on which bits depend, sorted.
    pub(crate) fn inputs_of(&self, bits: &[Bit]) -> Vec<Bit> {
        let mut seen = FxHashSet::default();
        let mut open: Vec<usize> = bits.iter().map(|bit| bit.gate()).collect();
        let mut found = Vec::new();
        while let Some(gate) = open.pop() {
            if !seen.insert(gate) {
                continue;
            }
            match self.gate(gate) {
                Gate::True => {}
                Gate::Input(_) => found.push(Bit::of_gate(gate, false)),
                Gate::And(children) => open.extend(children.iter().map(|child| child.gate())),
            }
        }
        found.sort_unstable();
        found
    }

    /// The children of an AND gate.
    #[inline]
    pub(crate) fn conjuncts(&self, gate: usize) -> Option<&[Bit]> {
        Some(self.gates.children(gate)).filter(|children| !children.is_empty())
    }

    /// The gate with these normalised children, old or new.
    pub(super) fn gate_of(&mut self, bits: &[Bit]) -> Bit {
        let hash = hash_of(bits);
        match self.gates.find(bits, hash) {
            Some(gate) => Bit::of_gate(gate, false),
            None if !self.has_room_for(1 + bits.len()) => Bit::FALSE,
            None => Bit::of_gate(self.gates.insert(bits, hash), false),
        }
    }
}

fn hash_of(bits: &[Bit]) -> u64 {
    let mut hasher = FxHasher::default();
    for bit in bits {
        hasher.write_u32(bit.number());
    }
    hasher.finish()
}

// A gate with its sign.

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

    /// The number of the bit itself. No two bits share one.
    pub(super) const fn number(self) -> u32 {
        self.0
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

// A circuit as text: one line for each gate.

impl fmt::Display for Circuit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for gate in 0..self.len() {
            match self.gate(gate) {
                Gate::True => writeln!(f, "g{gate} = true")?,
                Gate::Input(input) => writeln!(f, "g{gate} = input {}", input + 1)?,
                Gate::And(children) => {
                    let children: Vec<String> = children.iter().map(Bit::to_string).collect();
                    writeln!(f, "g{gate} = {}", children.join(" & "))?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Bit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}g{}", if self.is_negated() { "!" } else { "" }, self.gate())
    }
}
