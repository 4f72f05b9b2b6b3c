//! What must hold, taken apart into clauses without auxiliary variables, as far as that pays.
//!
//! A grounded spec is mostly guarded conjunctions, `tuple → (A ∧ B ∧ …)`. Each becomes the clauses
//! `tuple → A`, `tuple → B`, …, which propagate as well as the gate would and need no variable for
//! it. That repeats the guard, so it is done for short guards and for conjunctions that nothing
//! else uses.

use crate::circuit::{Bit, Circuit};

use super::definition::{Definition, as_choice, flattened};

/// A disjunction within an asserted one is written out even if it is used elsewhere, if it is at
/// most this wide: a longer clause is worth less than the variable that it saves.
const WRITTEN_OUT: usize = 12;

/// A guard of at most this many bits is repeated.
const GUARD: usize = 3;

/// The roots as clauses over bits that need no further splitting.
pub(super) fn asserted(circuit: &Circuit, roots: &[Bit], uses: &[u32]) -> Vec<Vec<Bit>> {
    let mut seen = vec![false; 2 * circuit.len()];
    let mut clauses = Vec::new();
    let mut stack: Vec<Vec<Bit>> = roots.iter().rev().map(|&bit| vec![bit]).collect();
    while let Some(clause) = stack.pop() {
        if let [bit] = clause[..]
            && std::mem::replace(&mut seen[2 * bit.gate() + usize::from(bit.is_negated())], true)
        {
            continue;
        }
        if is_shared(circuit, &clause, uses) {
            clauses.push(clause);
            continue;
        }
        let Some(clause) = disjuncts(circuit, &clause, uses) else {
            continue;
        };
        match parts(circuit, &clause, uses) {
            Some(parts) => stack.extend(parts.into_iter().rev()),
            None => clauses.push(clause),
        }
    }
    clauses
}

/// Whether it is one disjunction that is used elsewhere, too. Written out it would say nothing of the
/// variable that stands for it there: that an atom is reached would not forbid the way back.
fn is_shared(circuit: &Circuit, clause: &[Bit], uses: &[u32]) -> bool {
    let [bit] = *clause else { return false };
    let is_or = bit.is_negated() && circuit.conjuncts(bit.gate()).is_some();
    is_or && uses[bit.gate()] > 1 && as_choice(circuit, bit.gate(), uses).is_none()
}

/// The clause with the disjunctions in it written out; `None` if it is a tautology.
fn disjuncts(circuit: &Circuit, clause: &[Bit], uses: &[u32]) -> Option<Vec<Bit>> {
    let mut bits = Vec::new();
    for &bit in clause {
        let is_or = bit.is_negated() && circuit.conjuncts(bit.gate()).is_some();
        let is_own = clause.len() == 1 || uses[bit.gate()] == 1;
        if is_or && is_own && as_choice(circuit, bit.gate(), uses).is_none() {
            let inner = flattened(circuit, bit.gate(), uses, WRITTEN_OUT)?;
            bits.extend(inner.into_iter().map(|bit| !bit));
        } else if bit != Bit::FALSE {
            bits.push(bit);
        }
    }
    bits.sort_unstable();
    bits.dedup();
    let is_tautology = bits.contains(&Bit::TRUE) || bits.windows(2).any(|pair| pair[0] == !pair[1]);
    (!is_tautology).then_some(bits)
}

/// The clauses that a clause splits into, if it holds a conjunction or choice of its own and little
/// else; of several, the widest is split.
fn parts(circuit: &Circuit, clause: &[Bit], uses: &[u32]) -> Option<Vec<Vec<Bit>>> {
    let is_own = |bit: Bit| clause.len() == 1 || uses[bit.gate()] == 1;
    let splits = |bit: Bit| {
        let is_gate = circuit.conjuncts(bit.gate()).is_some();
        is_gate
            && is_own(bit)
            && (!bit.is_negated() || as_choice(circuit, bit.gate(), uses).is_some())
    };
    let width = |at: &usize| circuit.conjuncts(clause[*at].gate()).map_or(0, <[Bit]>::len);
    let at = (0..clause.len()).filter(|&at| splits(clause[at])).max_by_key(width)?;
    if clause.len() > GUARD + 1 {
        return None;
    }
    let bit = clause[at];
    let mut parts = Vec::new();
    let definition = Definition::of(circuit, bit.gate(), uses);
    if bit.is_negated() {
        definition.backward(Bit::FALSE, &mut parts);
    } else {
        definition.forward(Bit::TRUE, &mut parts);
    }
    for part in &mut parts {
        part.extend(clause.iter().filter(|&&other| other != bit));
    }
    Some(parts)
}
