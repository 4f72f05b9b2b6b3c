//! Simplification of a conjunction before it becomes a gate.
//!
//! One level deep: constants, repetitions, complements. Two levels deep, on narrow gates only, for
//! there it is cheap: a child that is itself a gate is looked into (Brummayer, Biere 2006, "Local
//! two-level and-inverter graph minimization without blowup"). With S the children of a child g:
//!
//! - g = ⋀S and ¬s among the conjuncts, s ∈ S: contradiction.
//! - g = ⋀S and s among the conjuncts, s ∈ S: s is redundant (absorption).
//! - g = ¬⋀S and ¬s among the conjuncts, s ∈ S: g is redundant (subsumption).
//! - g = ¬(s ∧ t) and s among the conjuncts: g becomes ¬t (substitution).
//!
//! Rejected: rules between two grandchildren, which rarely fire on grounded specs and cost most.

use super::{Bit, Circuit, Conjuncts, Gate};

/// Wider gates are not looked into: neither as parents nor as children.
const NARROW: usize = 6;

impl Circuit {
    /// Sorts the conjuncts and drops what is redundant. Returns false if they contradict one another.
    pub(super) fn normalise(&self, bits: &mut Conjuncts) -> bool {
        if !self.assumed.is_empty() {
            bits.iter_mut().for_each(|bit| *bit = self.known(*bit));
        }
        loop {
            if !tidy(bits) {
                return false;
            }
            if bits.len() > NARROW || bits.len() < 2 {
                return true;
            }
            if self.has_exclusive(bits) {
                return false;
            }
            match (0..bits.len()).find_map(|at| self.rewrite(bits, at)) {
                None => return true,
                Some(Rewrite::Contradiction) => return false,
                Some(Rewrite::Drop(at)) => {
                    bits.remove(at);
                }
                Some(Rewrite::Replace(at, bit)) => bits[at] = bit,
            }
        }
    }

    fn has_exclusive(&self, bits: &[Bit]) -> bool {
        let others = |at: usize| bits[at + 1..].iter();
        self.groups > 0
            && (0..bits.len())
                .any(|at| others(at).any(|&other| self.are_exclusive(bits[at], other)))
    }

    /// The first rule that the child at this place allows.
    fn rewrite(&self, bits: &[Bit], at: usize) -> Option<Rewrite> {
        let child = bits[at];
        let inner = self.conjuncts(child.gate()).filter(|inner| inner.len() <= NARROW)?;
        if child.is_negated() {
            self.rewrite_negated(bits, at, inner)
        } else if inner.iter().any(|&s| bits.contains(&!s)) {
            Some(Rewrite::Contradiction)
        } else {
            let place = |s: &Bit| bits.iter().position(|bit| bit == s);
            let absorbed = |s: &Bit| place(s).map(Rewrite::Drop);
            inner.iter().find_map(absorbed)
        }
    }

    fn rewrite_negated(&self, bits: &[Bit], at: usize, inner: &[Bit]) -> Option<Rewrite> {
        if inner.iter().any(|&s| bits.contains(&!s)) {
            return Some(Rewrite::Drop(at));
        }
        let &[s, t] = inner else { return None };
        if bits.contains(&s) {
            Some(Rewrite::Replace(at, !t))
        } else if bits.contains(&t) {
            Some(Rewrite::Replace(at, !s))
        } else {
            None
        }
    }
}

enum Rewrite {
    Contradiction,
    Drop(usize),
    Replace(usize, Bit),
}

/// Sorts, drops constants and repetitions. Returns false if a complement or the constant false is there.
fn tidy(bits: &mut Conjuncts) -> bool {
    bits.sort_unstable();
    // Constants come first, and what repeats a bit or denies it comes next to it.
    let mut kept = 0;
    for at in 0..bits.len() {
        let bit = bits[at];
        let last = if kept > 0 { bits[kept - 1] } else { Bit::TRUE };
        if bit == !last {
            return false;
        }
        if bit != last {
            bits[kept] = bit;
            kept += 1;
        }
    }
    bits.truncate(kept);
    true
}

// Bits that are asserted beside all that is made from here on.
//
// The problem: a spec says the same thing more than once. A field's declaration says that a node
// has one key, and each comparison of keys asks again whether it has any. `lone n.left` makes two
// left children exclusive, and a join of `left` with itself makes gates for both at once. The
// choice: when a formula has been translated that every instance must make true, the circuit takes
// it for granted, and its conjuncts: gates that are made later simplify by it, and formulas that
// only repeat it disappear. The formula itself is a root already and stays what it is. Inputs are
// left alone. Probing makes bounds of them, and a relation that is met again must be the same one,
// so that the gates over it are shared. Rejected: doing so in the clauses (unit propagation finds
// the constants, but the gates are made by then, and closures over them).

impl Circuit {
    /// Takes it for granted from here on that this is true. Asserting it is left to the caller.
    pub fn assume(&mut self, bit: Bit) {
        self.assumed.resize(self.gates.len(), None);
        let mut open = vec![bit];
        while let Some(bit) = open.pop() {
            let Some(conjuncts) = self.conjuncts(bit.gate()) else { continue };
            if !bit.is_negated() {
                open.extend(conjuncts);
            }
            self.assumed[bit.gate()] = Some(!bit.is_negated());
        }
    }

    /// The bit, or the constant that it is taken for.
    pub(in crate::circuit) fn known(&self, bit: Bit) -> Bit {
        match self.assumed.get(bit.gate()).copied().flatten() {
            Some(value) => Bit::constant(value != bit.is_negated()),
            None => bit,
        }
    }
}

// Inputs, at most one of which is true.
//
// Where a spec is translated under a predicate that is asserted beside it (a tree is numbered by
// discovery), formulas that only repeat the predicate would still cost their gates, and the search
// would propagate them. The circuit learns which inputs exclude one another: two of a group, or two
// disjunctions of different ones, are never true together, and at most one of any number is.

/// The number of a group, where 0 is none.
pub(in crate::circuit) type Group = u32;

impl Circuit {
    /// Takes it for granted from here on that at most one of these is true. Asserting it is left to
    /// the caller.
    pub fn exclude(&mut self, bits: &[Bit]) {
        self.groups += 1;
        self.group_of.resize(self.gates.len(), 0);
        for bit in bits.iter().filter(|bit| !bit.is_constant()) {
            debug_assert!(matches!(self.gate(bit.gate()), Gate::Input(_)), "only inputs");
            self.group_of[bit.gate()] = self.groups;
        }
    }

    /// True if two bits cannot both be true, as far as groups tell.
    pub(super) fn are_exclusive(&self, a: Bit, b: Bit) -> bool {
        a != b && self.is_exclusive(&[a, b])
    }

    /// True if at most one of these is true, as far as groups tell.
    pub(in crate::circuit) fn is_exclusive(&self, bits: &[Bit]) -> bool {
        let mut members: Vec<Bit> = Vec::new();
        if self.groups == 0 || !bits.iter().all(|&bit| self.add_members(bit, &mut members)) {
            return false;
        }
        let Some(first) = members.first() else { return true };
        let group = self.group(*first);
        let is_one_group = members.iter().all(|&member| self.group(member) == group);
        members.sort_unstable();
        is_one_group && members.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Adds the inputs whose disjunction the bit is. Returns false if it is not in any group.
    fn add_members(&self, bit: Bit, members: &mut Vec<Bit>) -> bool {
        if !bit.is_negated() {
            members.push(bit);
            return self.group(bit) > 0;
        }
        let Some(children) = self.conjuncts(bit.gate()) else { return false };
        let start = members.len();
        members.extend(children.iter().map(|&child| !child));
        members[start..].iter().all(|&member| !member.is_negated() && self.group(member) > 0)
    }

    fn group(&self, bit: Bit) -> Group {
        self.group_of.get(bit.gate()).copied().unwrap_or(0)
    }
}

// The values of functions: inputs, at most one of which is true in what counts.
//
// Unlike those that are excluded (see above), these do not change how formulas are built: that at most one is true
// may be one of the formulas. Only the clauses that define a gate may use it.

/// The number of a row, where 0 is none.
pub(super) type RowNumber = u32;

impl Circuit {
    /// Takes it from here on that at most one of these is true in each assignment that counts.
    /// Asserting it is left to the caller, and of an assignment in which two are true the clauses
    /// say anything.
    pub fn note_row(&mut self, bits: &[Bit]) {
        self.rows += 1;
        self.row_of.resize(self.gates.len(), 0);
        for bit in bits.iter().filter(|bit| !bit.is_negated()) {
            if let Gate::Input(_) = self.gate(bit.gate()) {
                self.row_of[bit.gate()] = self.rows;
            }
        }
    }

    /// The row that a bit is of.
    pub fn row(&self, bit: Bit) -> Option<u32> {
        let row = self.row_of.get(bit.gate()).copied().unwrap_or(0);
        (row > 0 && !bit.is_negated()).then_some(row)
    }
}
