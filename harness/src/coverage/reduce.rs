//! The part of a covering problem that needs no search.

use super::bits::CoverBits;

/// The rest of a problem after its reduction.
pub(super) struct ReducedProblem {
    /// Indices of sets that every best cover can have.
    pub taken: Vec<usize>,
    /// Indices of the sets from which the others are chosen.
    pub sets: Vec<usize>,
    /// The elements that these are to cover.
    pub left: CoverBits,
}

/// The number of sets above which comparing each with each takes too long.
const MOST: usize = 20_000;

pub(super) fn reduce(all: &[CoverBits], left: CoverBits) -> ReducedProblem {
    let mut reduced = ReducedProblem { taken: Vec::new(), sets: (0..all.len()).collect(), left };
    loop {
        let before = (reduced.sets.len(), reduced.left.len());
        reduced.without_subsets(all);
        reduced.with_necessary(all);
        reduced.without_implied(all);
        if before == (reduced.sets.len(), reduced.left.len()) {
            return reduced;
        }
    }
}

impl ReducedProblem {
    /// Leaves out sets that another one contains. Of equal ones the first stays.
    fn without_subsets(&mut self, all: &[CoverBits]) {
        let mut of_left: Vec<(usize, CoverBits)> = self
            .sets
            .iter()
            .map(|&at| (at, CoverBits::of(all[at].iter().filter(|&thing| self.left.has(thing)))))
            .filter(|(_, set)| !set.is_empty())
            .collect();
        of_left.sort_by_key(|(at, set)| (std::cmp::Reverse(set.len()), *at));
        let mut kept: Vec<(usize, CoverBits)> = Vec::new();
        for (at, set) in of_left {
            let is_contained = kept.iter().take(MOST).any(|(_, other)| set.is_subset(other));
            if !is_contained {
                kept.push((at, set));
            }
        }
        self.sets = kept.into_iter().map(|(at, _)| at).collect();
        self.sets.sort_unstable();
    }

    /// Takes sets that alone cover something.
    fn with_necessary(&mut self, all: &[CoverBits]) {
        for thing in self.left.iter().collect::<Vec<_>>() {
            let mut covering = self.sets.iter().filter(|&&at| all[at].has(thing));
            if let (Some(&only), None, true) =
                (covering.next(), covering.next(), self.left.has(thing))
            {
                self.taken.push(only);
                self.left.remove_all(&all[only]);
            }
        }
        self.sets.retain(|at| !self.taken.contains(at));
    }

    /// Leaves out things that are covered whenever another thing is.
    fn without_implied(&mut self, all: &[CoverBits]) {
        let things: Vec<(usize, CoverBits)> = self
            .left
            .iter()
            .map(|thing| {
                (thing, CoverBits::of(self.sets.iter().copied().filter(|&at| all[at].has(thing))))
            })
            .collect();
        let mut implied = CoverBits::default();
        for (at, (thing, covering)) in things.iter().enumerate() {
            let implies = |(other_at, (other, others)): (usize, &(usize, CoverBits))| {
                other != thing
                    && others.is_subset(covering)
                    && (others.len() < covering.len() || other_at < at)
            };
            if things.iter().enumerate().any(implies) {
                implied.insert(*thing);
            }
        }
        self.left.remove_all(&implied);
    }
}
