//! How large a circuit may grow, and how long.
//!
//! The problem: a join over a thousand atoms has a billion gates. The process would be killed by the
//! system, and its user never told by which of his formulas; and before that he waits for minutes,
//! and has had enough of it. The choice: a circuit has a budget, and makes no more gates once that is
//! spent, or once a flag is raised from outside; its answers are then worthless, and whoever builds
//! it asks for [`Circuit::given_up`] before he uses them. Operations whose size is known beforehand
//! ask for room first, so that nothing is begun in vain. Rejected: operations that can fail, since
//! every gate of every operator would be a `?`; estimates alone, since sharing makes gates fewer by
//! orders of magnitude than they say; asking the system how much memory there is in between, since
//! the same spec would fail in one run and not in the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Bit, Circuit};

/// The most gates and wires that a circuit may have, together, and a flag that ends its growth.
#[derive(Clone, Debug)]
pub struct Budget {
    most: usize,
    stop: Arc<AtomicBool>,
}

/// Why a circuit was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GivenUp {
    /// It would have needed so many gates and wires at least.
    TooLarge(usize),
    /// The flag was raised.
    Stopped,
}

/// What a gate or a wire costs until the search begins, in bytes: itself, its share of the clauses,
/// and these once more in the search. Measured: 80 where gates are wide, 110 for joins.
const BYTES: u64 = 120;

/// Wires are numbered by 32 bits, gates by 31.
const MOST: usize = (1 << 31) - 1;

impl Default for Budget {
    /// What can be numbered, and nobody stops it.
    fn default() -> Budget {
        Budget { most: MOST, stop: Arc::default() }
    }
}

impl Budget {
    pub fn of_gates(most: usize) -> Budget {
        Budget { most: most.min(MOST), ..Budget::default() }
    }

    /// As much as fits into these bytes, together with all that is made from it.
    pub fn of_memory(bytes: u64) -> Budget {
        Budget::of_gates(usize::try_from(bytes / BYTES).unwrap_or(MOST))
    }

    /// The same, spent as soon as this flag is raised, and by no other one. It must stay raised until
    /// whoever builds the circuit has asked.
    pub fn until(self, stop: &Arc<AtomicBool>) -> Budget {
        Budget { stop: Arc::clone(stop), ..self }
    }

    /// The flag that spends it.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
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
            self.given_up.get_or_insert(GivenUp::TooLarge(needed));
        }
        self.given_up.is_none()
    }

    /// What every gate is from now on, if the circuit is given up. That it was is remembered, for a
    /// flag can be lowered again.
    #[inline]
    pub(super) fn worthless(&mut self) -> Option<Bit> {
        if self.given_up.is_none() && self.budget.is_stopped() {
            self.given_up = Some(GivenUp::Stopped);
        }
        self.given_up.map(|_| Bit::FALSE)
    }

    /// Why what was made of this circuit is worthless; `None` if it is not.
    pub fn given_up(&self) -> Option<GivenUp> {
        self.given_up.or_else(|| self.budget.is_stopped().then_some(GivenUp::Stopped))
    }

    /// Gates and wires.
    pub(crate) fn size(&self) -> usize {
        self.nodes.len() + self.children.len()
    }
}
