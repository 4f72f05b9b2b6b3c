//! How large a circuit may grow.
//!
//! The problem: a join over a thousand atoms has a billion gates. The process would be killed by the
//! system, and its user never told by which of his formulas. The choice: a circuit has a budget, and
//! makes no more gates once that is spent; its answers are then worthless, and whoever builds it asks
//! for [`Circuit::excess`] before he uses them. Operations whose size is known beforehand ask for
//! room first, so that nothing is begun in vain. Rejected: operations that can fail, since every gate
//! of every operator would be a `?`; estimates alone, since sharing makes gates fewer by orders of
//! magnitude than they say; asking the system how much memory there is in between, since the same
//! spec would fail in one run and not in the next.

use super::Circuit;

/// The most gates and wires that a circuit may have, together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    most: usize,
}

/// What a gate or a wire costs until the search begins, in bytes: itself, its share of the clauses,
/// and these once more in the search. Measured: 80 where gates are wide, 110 for joins.
const BYTES: u64 = 120;

/// Wires are numbered by 32 bits, gates by 31.
const MOST: usize = (1 << 31) - 1;

impl Default for Budget {
    /// What can be numbered.
    fn default() -> Budget {
        Budget { most: MOST }
    }
}

impl Budget {
    pub fn of_gates(most: usize) -> Budget {
        Budget { most: most.min(MOST) }
    }

    /// As much as fits into these bytes, together with all that is made from it.
    pub fn of_memory(bytes: u64) -> Budget {
        Budget::of_gates(usize::try_from(bytes / BYTES).unwrap_or(MOST))
    }
}

impl Circuit {
    pub fn within(budget: Budget) -> Circuit {
        Circuit { budget, ..Circuit::new() }
    }

    /// Whether so many more gates and wires fit; if not, the circuit is given up.
    pub(crate) fn has_room_for(&mut self, more: usize) -> bool {
        let needed = self.size().saturating_add(more);
        if needed > self.budget.most {
            self.excess.get_or_insert(needed);
        }
        self.excess.is_none()
    }

    /// Of a circuit that was given up, how many gates and wires it would have needed at least.
    pub fn excess(&self) -> Option<usize> {
        self.excess
    }

    /// Gates and wires.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len() + self.children.len()
    }
}
