//! Limits on the size of a circuit and on the time to build it.
//!
//! The problem: a join over a thousand atoms has a billion gates. The system would kill the process,
//! and its user would never learn which of the formulas was to blame. Before that the user would wait
//! for minutes. The choice: a circuit has a budget, and makes no more gates once that is spent, or
//! once a flag is raised from outside. Its answers are then worthless, and the caller that builds it
//! asks for [`Circuit::given_up`] before using them. Operations whose size is known beforehand ask
//! for room first, so that nothing is begun in vain. Rejected: operations that can fail, since every
//! gate of every operator would be a `?`. Estimates alone, since sharing makes gates fewer by orders
//! of magnitude than they say. Asking the system how much memory there is in between, since the same
//! spec would fail in one run and not in the next.

use korrel_sat::Effort;

use super::{Bit, Circuit};

/// The most gates and wires that a circuit may have, together, and what stops its growth.
#[derive(Clone, Debug)]
pub(super) struct Budget {
    most: usize,
    effort: Effort,
}

/// The reason why a circuit was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// It would have needed so many gates and wires at least.
    TooLarge(usize),
    /// Somebody stopped it.
    Stopped,
}

/// The bytes that a gate or a wire costs until the search begins: itself, its share of the clauses,
/// and these once more in the search. Measured: 80 where gates are wide, 110 for joins.
pub(crate) const BYTES: u64 = 120;

/// Wires are numbered by 32 bits, gates by 31.
const MOST: usize = (1 << 31) - 1;

impl Budget {
    /// The budget of as many gates and wires as can be numbered and fit into memory, together with
    /// all that is made from them.
    pub fn of(effort: &Effort) -> Budget {
        let fitting = effort.memory().and_then(|bytes| usize::try_from(bytes / BYTES).ok());
        Budget { most: fitting.unwrap_or(MOST).min(MOST), effort: effort.clone() }
    }
}

impl Circuit {
    pub fn within(effort: &Effort) -> Circuit {
        Circuit { budget: Budget::of(effort), ..Circuit::new() }
    }

    /// True if so many more gates and wires fit. If not, the circuit is given up.
    pub(crate) fn has_room_for(&mut self, more: usize) -> bool {
        let needed = self.size().saturating_add(more);
        if needed > self.budget.most {
            self.given_up.get_or_insert(GivenUp::TooLarge(needed));
        }
        self.given_up.is_none()
    }

    /// The value of every gate from now on, if the circuit is given up. The circuit remembers that
    /// it was, for a flag can be lowered again.
    #[inline]
    pub(super) fn worthless(&mut self) -> Option<Bit> {
        if self.given_up.is_none() && self.budget.effort.is_stopped() {
            self.given_up = Some(GivenUp::Stopped);
        }
        self.given_up.map(|_| Bit::FALSE)
    }

    /// The reason why all that was made of this circuit is worthless, or `None` if it is not.
    pub fn given_up(&self) -> Option<GivenUp> {
        self.given_up.or_else(|| self.budget.effort.is_stopped().then_some(GivenUp::Stopped))
    }

    /// Gates and wires.
    pub(crate) fn size(&self) -> usize {
        self.gates.len() + self.gates.wires()
    }
}
