//! What a gate is defined by in clauses, which is not always its children.

use crate::circuit::{Bit, Circuit};

/// The form in which a gate is defined.
pub(super) enum Definition {
    /// Each conjunct with the disjunction that it is written out as, where nothing else uses it; else
    /// itself.
    And(Vec<(Bit, Vec<Bit>)>),
    /// `then` if the condition holds, else `otherwise`.
    Choice { condition: Bit, then: Bit, otherwise: Bit },
    /// Contradictory once written out.
    False,
}

impl Definition {
    /// The form of an AND gate.
    pub fn of(circuit: &Circuit, gate: usize, uses: &[u32]) -> Definition {
        if let Some(choice) = as_choice(circuit, gate, uses) {
            return choice;
        }
        let Some(conjuncts) = flattened(circuit, gate, uses, 0) else { return Definition::False };
        let with_clause = |bit| Some((bit, written_out(circuit, bit, uses)?));
        Definition::And(conjuncts.into_iter().filter_map(with_clause).collect())
    }

    /// The bits that a clause of one side holds; those of a choice occur with both signs.
    pub fn needs(&self, negated: bool, needs: &mut Vec<Bit>) {
        match *self {
            Definition::And(ref bits) if negated => needs.extend(bits.iter().map(|&(bit, _)| !bit)),
            Definition::And(ref bits) => needs.extend(bits.iter().flat_map(|(_, clause)| clause)),
            Definition::Choice { condition, then, otherwise } => {
                needs.extend([condition, !condition]);
                needs.extend([then, otherwise].map(|bit| if negated { !bit } else { bit }));
            }
            Definition::False => {}
        }
    }

    /// What follows from the gate.
    pub fn forward(&self, gate: Bit, clauses: &mut Vec<Vec<Bit>>) {
        match *self {
            Definition::And(ref bits) => {
                let guarded = |clause: &Vec<Bit>| [&[!gate], &clause[..]].concat();
                clauses.extend(bits.iter().map(|(_, clause)| guarded(clause)));
            }
            Definition::Choice { condition, then, otherwise } => {
                choice_clauses(!gate, condition, then, otherwise, clauses);
            }
            Definition::False => clauses.push(vec![!gate]),
        }
    }

    /// What follows from its negation.
    pub fn backward(&self, gate: Bit, clauses: &mut Vec<Vec<Bit>>) {
        match *self {
            Definition::And(ref bits) => {
                clauses.push(bits.iter().map(|&(bit, _)| !bit).chain([gate]).collect());
            }
            Definition::Choice { condition, then, otherwise } => {
                choice_clauses(gate, condition, !then, !otherwise, clauses);
            }
            Definition::False => {}
        }
    }
}

/// `guard`, or the choice holds. The last clause is redundant, and lets both branches propagate
/// while the condition is open; for an equivalence it would be a tautology.
fn choice_clauses(
    guard: Bit,
    condition: Bit,
    then: Bit,
    otherwise: Bit,
    clauses: &mut Vec<Vec<Bit>>,
) {
    clauses.push(vec![guard, !condition, then]);
    clauses.push(vec![guard, condition, otherwise]);
    if then != !otherwise {
        clauses.push(vec![guard, then, otherwise]);
    }
}

/// Recognises ¬(c ∧ a) ∧ ¬(¬c ∧ b), which chooses between ¬a and ¬b, if that saves a gate.
pub(super) fn as_choice(circuit: &Circuit, gate: usize, uses: &[u32]) -> Option<Definition> {
    let &[first, second] = circuit.conjuncts(gate)? else {
        return None;
    };
    if !first.is_negated() || !second.is_negated() {
        return None;
    }
    let (&[p, q], &[r, s]) = (circuit.conjuncts(first.gate())?, circuit.conjuncts(second.gate())?)
    else {
        return None;
    };
    if uses[first.gate()] > 1 && uses[second.gate()] > 1 {
        return None;
    }
    let choice =
        |condition, a: Bit, b: Bit| Some(Definition::Choice { condition, then: !a, otherwise: !b });
    match (p, q) {
        _ if p == !r => choice(p, q, s),
        _ if p == !s => choice(p, q, r),
        _ if q == !r => choice(q, p, s),
        _ if q == !s => choice(q, p, r),
        _ => None,
    }
}

/// What follows from a conjunct as a clause: its disjuncts, if it has some that nothing else uses. `None`
/// if that is a tautology.
fn written_out(circuit: &Circuit, bit: Bit, uses: &[u32]) -> Option<Vec<Bit>> {
    let is_own = bit.is_negated() && uses[bit.gate()] == 1;
    let is_gate = is_own && circuit.conjuncts(bit.gate()).is_some();
    if !is_gate || as_choice(circuit, bit.gate(), uses).is_some() {
        return Some(vec![bit]);
    }
    let inner = flattened(circuit, bit.gate(), uses, 0)?;
    Some(inner.into_iter().map(|bit| !bit).collect())
}

/// The conjuncts of a gate, with those conjunctions among them written out that are used once or
/// are at most `width` wide; `None` if they contradict one another.
pub(super) fn flattened(
    circuit: &Circuit,
    gate: usize,
    uses: &[u32],
    width: usize,
) -> Option<Vec<Bit>> {
    let mut conjuncts = Vec::new();
    let mut stack = circuit.conjuncts(gate).expect("only AND gates are flattened").to_vec();
    while let Some(bit) = stack.pop() {
        match circuit.conjuncts(bit.gate()) {
            Some(inner)
                if !bit.is_negated()
                    && (uses[bit.gate()] == 1 || inner.len() <= width)
                    && as_choice(circuit, bit.gate(), uses).is_none() =>
            {
                stack.extend(inner);
            }
            _ => conjuncts.push(bit),
        }
    }
    conjuncts.sort_unstable();
    conjuncts.dedup();
    let contradicts = conjuncts.windows(2).any(|pair| pair[0] == !pair[1]);
    (!contradicts).then_some(conjuncts)
}
