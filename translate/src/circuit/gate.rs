//! Gates: the functions that they compute, and a table in which equal ones are made once.

use std::fmt;
use std::hash::Hasher;
use std::ops::Not;

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

/// A gate as it is stored.
#[derive(Clone, Copy, Debug)]
pub(super) enum StoredGate {
    True,
    Input(u32),
    /// Its children are `children[start..end]`. `next` is the next older gate of the same hash.
    And {
        start: u32,
        end: u32,
        next: Option<u32>,
    },
}

impl Circuit {
    pub(crate) fn gate(&self, gate: usize) -> Gate<'_> {
        match self.nodes[gate] {
            StoredGate::True => Gate::True,
            StoredGate::Input(number) => Gate::Input(number as usize),
            StoredGate::And { start, end, .. } => {
                Gate::And(&self.children[start as usize..end as usize])
            }
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
    pub(crate) fn conjuncts(&self, gate: usize) -> Option<&[Bit]> {
        match self.gate(gate) {
            Gate::And(children) => Some(children),
            _ => None,
        }
    }

    /// The gate with these normalised children, old or new.
    pub(super) fn gate_of(&mut self, bits: &[Bit]) -> Bit {
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
