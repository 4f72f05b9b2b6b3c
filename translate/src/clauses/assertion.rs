//! Assertions, taken apart into clauses without auxiliary variables, as far as that pays.
//!
//! A grounded spec is mostly guarded conjunctions, `tuple → (A ∧ B ∧ …)`. Each becomes the clauses
//! `tuple → A`, `tuple → B`, …, which propagate as well as the gate would and need no variable for
//! it. That repeats the guard, so it is done for short guards and for conjunctions that nothing
//! else uses.

use crate::circuit::{Bit, Circuit};

use super::definition::{Definition, flatten};
use super::{ClauseList, Uses};

/// A disjunction within an asserted one is written out even if it is used elsewhere, if it is at
/// most this wide: a longer clause is worth less than the variable that it saves.
const WRITTEN_OUT: usize = 12;

/// A guard of at most this many bits is repeated.
const GUARD: usize = 3;

/// All guards together are repeated up to so many times the size of the circuit. Beyond that, gates are defined.
/// `(a1 and … and a100) or (b1 and … and b100) or …` has the product of all widths as its clauses. The
/// library's specs need less than three.
const COPIES: usize = 8;

/// The roots as clauses over bits that need no further splitting.
pub(super) fn asserted(circuit: &Circuit, roots: &[Bit], uses: &Uses) -> ClauseList {
    let mut seen = vec![false; 2 * circuit.len()];
    let mut splitter = AssertionSplitter::new(circuit, uses);
    let (mut clauses, mut open, mut clause) =
        (ClauseList::default(), ClauseList::default(), vec![]);
    roots.iter().rev().for_each(|&bit| open.push([bit]));
    while open.pop_into(&mut clause) {
        if circuit.given_up().is_some() {
            break;
        }
        if let [bit] = clause[..]
            && std::mem::replace(&mut seen[2 * bit.gate() + usize::from(bit.is_negated())], true)
        {
            continue;
        }
        if splitter.is_shared(&clause) {
            clauses.push(clause.iter().copied());
        } else if splitter.write_out(&mut clause) {
            match splitter.split(&clause) {
                Some(parts) => parts.iter().rev().for_each(|part| open.push(part.iter().copied())),
                None => clauses.push(clause.iter().copied()),
            }
        }
    }
    clauses
}

/// Takes clauses apart, one at a time.
struct AssertionSplitter<'c> {
    circuit: &'c Circuit,
    uses: &'c Uses,
    definition: Definition,
    defining: ClauseList,
    parts: ClauseList,
    written: Vec<Bit>,
    inner: Vec<Bit>,
    /// The number of bits that may still be written in clauses that others split into.
    room: usize,
}

impl<'c> AssertionSplitter<'c> {
    fn new(circuit: &'c Circuit, uses: &'c Uses) -> AssertionSplitter<'c> {
        AssertionSplitter {
            circuit,
            uses,
            definition: Definition::default(),
            defining: ClauseList::default(),
            parts: ClauseList::default(),
            written: Vec::new(),
            inner: Vec::new(),
            room: COPIES * circuit.size(),
        }
    }

    /// True if it is one disjunction that is used elsewhere, too. Written out, it would say nothing
    /// of the variable that stands for it there: the assertion that an atom is reached would not
    /// forbid the way back.
    fn is_shared(&self, clause: &[Bit]) -> bool {
        let [bit] = *clause else { return false };
        self.is_disjunction(bit) && self.uses.of(bit.gate()) > 1
    }

    fn is_disjunction(&self, bit: Bit) -> bool {
        let is_or = bit.is_negated() && self.circuit.conjuncts(bit.gate()).is_some();
        is_or && self.uses.is_plain(bit.gate())
    }

    /// True if only this clause uses the bit.
    fn is_own(&self, clause: &[Bit], bit: Bit) -> bool {
        clause.len() == 1 || self.uses.of(bit.gate()) == 1
    }

    /// Writes the disjunctions in the clause out. Returns false if that is a tautology.
    fn write_out(&mut self, clause: &mut Vec<Bit>) -> bool {
        self.written.clear();
        for &bit in &*clause {
            if self.is_own(clause, bit) && self.is_disjunction(bit) {
                if !flatten(self.circuit, bit.gate(), self.uses, WRITTEN_OUT, &mut self.inner) {
                    return false;
                }
                self.written.extend(self.inner.iter().map(|&bit| !bit));
            } else if bit != Bit::FALSE {
                self.written.push(bit);
            }
        }
        std::mem::swap(clause, &mut self.written);
        clause.sort_unstable();
        clause.dedup();
        clause.first() != Some(&Bit::TRUE) && clause.windows(2).all(|pair| pair[0] != !pair[1])
    }

    /// The clauses that a clause splits into, if it holds a conjunction or choice of its own and little
    /// else. Of several, the widest is split.
    fn split(&mut self, clause: &[Bit]) -> Option<&ClauseList> {
        let is_alone = clause.len() == 1;
        if clause.len() > GUARD + 1 || !is_alone && self.room == 0 {
            return None;
        }
        let splits = |&bit: &Bit| {
            let is_gate = self.circuit.conjuncts(bit.gate()).is_some();
            is_gate
                && self.is_own(clause, bit)
                && if self.uses.is_selection(bit.gate()) {
                    is_alone
                } else {
                    !bit.is_negated() || self.uses.is_choice(bit.gate())
                }
        };
        let width = |bit: &Bit| self.circuit.conjuncts(bit.gate()).map_or(0, <[Bit]>::len);
        let bit = clause.iter().copied().filter(splits).max_by_key(width)?;
        self.definition.read(self.circuit, bit.gate(), self.uses);
        self.defining.clear();
        if bit.is_negated() {
            self.definition.backward(Bit::FALSE, &mut self.defining);
        } else {
            self.definition.forward(Bit::TRUE, &mut self.defining);
        }
        self.parts.clear();
        let others = clause.iter().copied().filter(|&other| other != bit);
        let guard = clause.len() - 1;
        for part in self.defining.iter() {
            self.room = self.room.saturating_sub(part.len() + guard);
            let said = part.iter().copied().filter(|&bit| bit != Bit::FALSE);
            self.parts.push(said.chain(others.clone()));
        }
        Some(&self.parts)
    }
}
