//! Inputs of which at most one is true.
//!
//! Where a spec is translated under a predicate that is asserted beside it (a tree is numbered by
//! discovery), formulas that only repeat the predicate would still cost their gates, and the search
//! would propagate them. The circuit is told which inputs exclude one another: two of a group, or two
//! disjunctions of different ones, are never true together, and at most one of any number is.

use crate::circuit::{Bit, Circuit, Gate};

/// The number of a group; 0 is none.
pub(in crate::circuit) type Group = u32;

impl Circuit {
    /// Takes it for granted from here on that at most one of these is true. Asserting it is left to
    /// the caller.
    pub fn exclude(&mut self, bits: &[Bit]) {
        self.groups += 1;
        self.group_of.resize(self.nodes.len(), 0);
        for bit in bits.iter().filter(|bit| !bit.is_constant()) {
            debug_assert!(matches!(self.gate(bit.gate()), Gate::Input(_)), "only inputs");
            self.group_of[bit.gate()] = self.groups;
        }
    }

    /// True if two bits cannot both be true, as far as groups tell.
    pub(super) fn are_exclusive(&self, a: Bit, b: Bit) -> bool {
        self.groups > 0 && a != b && self.is_exclusive(&[a, b])
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

    /// Adds the inputs of which the bit is the disjunction; false if it is none of a group.
    fn add_members(&self, bit: Bit, members: &mut Vec<Bit>) -> bool {
        match self.gate(bit.gate()) {
            Gate::Input(_) if !bit.is_negated() && self.group(bit) > 0 => {
                members.push(bit);
                true
            }
            Gate::And(children) if bit.is_negated() => {
                let start = members.len();
                members.extend(children.iter().map(|&child| !child));
                members[start..]
                    .iter()
                    .all(|&member| !member.is_negated() && self.group(member) > 0)
            }
            _ => false,
        }
    }

    fn group(&self, bit: Bit) -> Group {
        self.group_of.get(bit.gate()).copied().unwrap_or(0)
    }
}
