//! Instances as they are found, part by part.

use korrel_sat::{Enumerator, Statistics, Step};

use crate::parts::shard::Parts;
use crate::search::walk::Walk;

/// Models that become instances as they are found.
pub(crate) struct Streamed {
    pub walk: Walk<Enumerator>,
    /// What is still to be gone through.
    pub parts: Parts,
    /// Whether the walk is within a part.
    is_inside: bool,
    /// What other threads have cost.
    pub others: Statistics,
}

impl Streamed {
    pub fn new(walk: Walk<Enumerator>) -> Streamed {
        let others = Statistics::default();
        Streamed { walk, parts: Parts::whole(), is_inside: false, others }
    }

    pub fn advance(&mut self) -> Step {
        loop {
            if !self.is_inside {
                let (step, part) = self.parts.next();
                if step != Step::Model {
                    return step;
                }
                self.walk.enter(&part);
                self.is_inside = true;
            }
            match self.walk.advance() {
                Step::Exhausted => self.is_inside = false,
                step => return step,
            }
        }
    }

    pub fn statistics(&self) -> Statistics {
        let parts = [self.walk.statistics(), self.parts.statistics(), self.others];
        parts.into_iter().fold(Statistics::default(), sum)
    }
}

/// What two searches have cost together.
pub(crate) fn sum(a: Statistics, b: Statistics) -> Statistics {
    Statistics {
        decisions: a.decisions + b.decisions,
        propagations: a.propagations + b.propagations,
        conflicts: a.conflicts + b.conflicts,
        models: a.models + b.models,
        refused: a.refused + b.refused,
        restarts: a.restarts + b.restarts,
        reductions: a.reductions + b.reductions,
        learned: a.learned + b.learned,
    }
}
