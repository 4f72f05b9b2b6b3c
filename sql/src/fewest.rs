//! The fewest sets that together have whatever any of them has.
//!
//! The problem: of many databases, each of which meets some goals, the fewest that meet all that can be met, and among as many
//! those with the fewest rows. This is set cover with costs, which is NP-hard, and here there are some hundred goals and some
//! thousand sets, of which few differ.
//!
//! The choice: branch and bound. A set within another one that costs no more is left out. Of the goals that are left, the one that
//! the fewest sets have is taken, and each set that has it is tried, the one with the most goals first. A branch ends
//! where even sets as large as the largest one left would cost more than the best answer so far. The first answer is the greedy one. After
//! so many steps the best one is given: it has all, and may not be the smallest.
//!
//! Rejected: the greedy answer alone. It is often one set too large, and each set is a database that somebody reads.

/// A set of numbers, and what it costs to take it.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    pub has: Vec<bool>,
    pub cost: usize,
}

const STEPS: usize = 4_000;

/// The places of the sets, in order, and whether no fewer have all.
pub(crate) fn fewest(sets: &[Set]) -> (Vec<usize>, bool) {
    let width = sets.iter().map(|set| set.has.len()).max().unwrap_or(0);
    let wanted: Vec<bool> =
        (0..width).map(|goal| sets.iter().any(|set| set.has.get(goal) == Some(&true))).collect();
    let places: Vec<usize> = (0..sets.len()).filter(|at| !is_spare(sets, *at)).collect();
    let mut search = Search { sets, places, best: None, taken: Vec::new(), steps: 0 };
    search.go(&wanted, 0);
    let is_proven = search.steps < STEPS;
    let mut best = search.best.map(|(_, best)| best).unwrap_or_default();
    best.sort_unstable();
    (best, is_proven)
}

/// Whether another set has all that this one has and costs no more.
fn is_spare(sets: &[Set], at: usize) -> bool {
    let of = &sets[at];
    let is_within = |other: &Set| of.has.iter().zip(&other.has).all(|(own, other)| !own || *other);
    sets.iter().enumerate().any(|(place, other)| {
        let is_better = other.cost < of.cost || (other.cost == of.cost && place < at);
        let is_more = other.has != of.has && other.cost <= of.cost;
        place != at && is_within(other) && (is_better || is_more)
    })
}

struct Search<'s> {
    sets: &'s [Set],
    places: Vec<usize>,
    /// The number of sets and their cost, and the sets.
    best: Option<((usize, usize), Vec<usize>)>,
    taken: Vec<usize>,
    steps: usize,
}

impl Search<'_> {
    fn go(&mut self, left: &[bool], cost: usize) {
        let gain = |at: usize| {
            self.sets[at].has.iter().zip(left).filter(|(has, left)| **has && **left).count()
        };
        let number = left.iter().filter(|left| **left).count();
        if number == 0 {
            let found = (self.taken.len(), cost);
            if self.best.as_ref().is_none_or(|(best, _)| found < *best) {
                self.best = Some((found, self.taken.clone()));
            }
            return;
        }
        let greatest = self.places.iter().map(|at| gain(*at)).max().unwrap_or(0).max(1);
        let least = (self.taken.len() + number.div_ceil(greatest), cost);
        if self.best.as_ref().is_some_and(|(best, _)| least >= *best) {
            return;
        }
        // The first way down is the greedy one.
        if self.best.is_some() && self.steps >= STEPS {
            return;
        }
        self.steps += 1;
        let having =
            |goal: usize| self.places.iter().filter(|at| self.sets[**at].has[goal]).count();
        let goals = (0..left.len()).filter(|goal| left[*goal]);
        let Some(rarest) = goals.min_by_key(|goal| having(*goal)) else { return };
        let all = self.places.iter().copied();
        let mut tried: Vec<usize> = all.filter(|at| self.sets[*at].has[rarest]).collect();
        tried.sort_by_key(|at| (usize::MAX - gain(*at), self.sets[*at].cost, *at));
        for at in tried {
            let rest: Vec<bool> =
                left.iter().zip(&self.sets[at].has).map(|(left, has)| *left && !has).collect();
            self.taken.push(at);
            self.go(&rest, cost + self.sets[at].cost);
            self.taken.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All ways to take some of the sets.
    fn by_force(sets: &[Set], wanted: &[bool]) -> (usize, usize) {
        let ways = 0..1usize << sets.len();
        let of = |way: usize| (0..sets.len()).filter(move |at| way >> at & 1 == 1);
        let has = |way: usize, goal: usize| of(way).any(|at| sets[at].has[goal]);
        let is_enough =
            |way: &usize| (0..wanted.len()).all(|goal| !wanted[goal] || has(*way, goal));
        let cost = |way: usize| (of(way).count(), of(way).map(|at| sets[at].cost).sum());
        ways.filter(is_enough).map(cost).min().unwrap()
    }

    /// If it failed, somebody would read more databases than need be, or fewer than meet all goals.
    #[test]
    fn no_fewer_sets_have_all() {
        let mut state = 1u64;
        let mut next = |most: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % most
        };
        for _ in 0..300 {
            let (goals, number) = (1 + next(7), 1 + next(9));
            let sets = (0..number).map(|_| Set {
                has: (0..goals).map(|_| next(3) == 0).collect(),
                cost: next(4) as usize,
            });
            let sets: Vec<Set> = sets.collect();
            let wanted: Vec<bool> =
                (0..goals as usize).map(|goal| sets.iter().any(|set| set.has[goal])).collect();
            let (found, is_proven) = fewest(&sets);
            let cost = (found.len(), found.iter().map(|at| sets[*at].cost).sum());
            assert!(is_proven);
            assert_eq!(cost, by_force(&sets, &wanted), "{sets:?}");
            for goal in (0..goals as usize).filter(|goal| wanted[*goal]) {
                assert!(found.iter().any(|at| sets[*at].has[goal]));
            }
        }
    }
}
