//! Instances as they are found, region by region.

use korrel_sat::{Effort, Enumerator, Statistics, Step};

use super::walk::Walk;
use crate::problem::Problem;
use crate::regions::shard::{Regions, Shard};

/// A search that gives out each instance as soon as it finds it. It can go on after an instance
/// ([`Stream::resume_after`]), keep to a part of them ([`Stream::restrict`]) and work in several
/// threads ([`Stream::in_parallel`]).
pub struct Stream<'p> {
    pub(crate) problem: &'p Problem<'p>,
    pub(crate) walk: Walk<Enumerator>,
    /// What is still to be gone through.
    pub(crate) regions: Regions,
    /// Whether the walk is within a region.
    is_inside: bool,
    cube: u64,
    /// What other threads have cost.
    pub(crate) others: Statistics,
    pub(crate) effort: Effort,
}

impl<'p> Stream<'p> {
    pub(crate) fn new(
        problem: &'p Problem<'p>,
        walk: Walk<Enumerator>,
        effort: Effort,
    ) -> Stream<'p> {
        let (regions, others) = (Regions::whole(), Statistics::default());
        Stream { problem, walk, regions, is_inside: false, cube: 0, others, effort }
    }

    /// Finds from now on only the instances of one of several disjoint parts.
    pub fn restrict(&mut self, shard: Shard) {
        self.regions.restrict(shard, self.walk.translation(), self.effort.clone());
    }

    /// The search that stands at the instance's model.
    pub fn walk(&self) -> &Walk<Enumerator> {
        &self.walk
    }

    /// The number of the shards' cube in which the instance lies, in the order of the whole stream.
    pub fn cube(&self) -> u64 {
        self.cube
    }

    /// Goes to the next instance.
    pub fn advance(&mut self) -> Step {
        loop {
            if !self.is_inside {
                let (step, region) = self.regions.next();
                if step != Step::Model {
                    return step;
                }
                self.walk.enter(&region);
                self.cube = region.cube;
                self.is_inside = true;
            }
            match self.walk.advance() {
                Step::Exhausted => self.is_inside = false,
                step => return step,
            }
        }
    }

    /// What the search has cost so far, in all threads.
    pub fn statistics(&self) -> Statistics {
        let costs = [self.walk.statistics(), self.regions.statistics(), self.others];
        costs.into_iter().fold(Statistics::default(), sum)
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
