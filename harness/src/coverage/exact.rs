//! A least cover, by branch and bound.

use super::bits::CoverBits;
use super::greedy::greedy;

/// The number of steps after which the best so far is taken.
const STEPS: u64 = 2_000_000;

/// A cover of `left` by some of the sets, and whether no smaller one exists.
pub(super) fn least_cover(sets: &[CoverBits], left: CoverBits) -> (Vec<usize>, bool) {
    let best = greedy(sets, left.clone());
    let mut search = CoverSearch { sets, best, steps: STEPS };
    search.branch(&left, &mut Vec::new());
    (search.best, search.steps > 0)
}

struct CoverSearch<'s> {
    sets: &'s [CoverBits],
    best: Vec<usize>,
    steps: u64,
}

impl CoverSearch<'_> {
    fn branch(&mut self, left: &CoverBits, taken: &mut Vec<usize>) {
        if self.steps == 0 {
            return;
        }
        self.steps -= 1;
        if left.is_empty() {
            if taken.len() < self.best.len() {
                self.best = taken.clone();
            }
            return;
        }
        if taken.len() + self.at_least(left) >= self.best.len() {
            return;
        }
        for set in self.fewest(left) {
            let mut rest = left.clone();
            rest.remove_all(&self.sets[set]);
            taken.push(set);
            self.branch(&rest, taken);
            taken.pop();
        }
    }

    /// The sets that cover the thing that is hardest to cover, those first that cover most.
    fn fewest(&self, left: &CoverBits) -> Vec<usize> {
        let covering = |thing: usize| -> Vec<usize> {
            (0..self.sets.len()).filter(|&set| self.sets[set].has(thing)).collect()
        };
        let mut sets = left.iter().map(covering).min_by_key(Vec::len).unwrap_or_default();
        sets.sort_by_key(|&set| (std::cmp::Reverse(self.sets[set].shared(left)), set));
        sets
    }

    /// Things need a set each if no two of them are in one set.
    fn at_least(&self, left: &CoverBits) -> usize {
        let mut rest = left.clone();
        let mut count = 0;
        while let Some(thing) = rest.first() {
            count += 1;
            for set in self.sets.iter().filter(|set| set.has(thing)) {
                rest.remove_all(set);
            }
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, `--select` keeps more inputs than it must: greed takes three here.
    #[test]
    fn greed_is_mended() {
        let sets = [vec![0, 1, 2, 3], vec![0, 1, 4, 5, 6], vec![4, 5, 6, 7], vec![2, 3, 7]];
        let sets: Vec<CoverBits> = sets.into_iter().map(CoverBits::of).collect();
        let all = CoverBits::of(0..8);
        assert_eq!(greedy(&sets, all.clone()).len(), 2);
        let sets: Vec<CoverBits> =
            [vec![0, 1, 2], vec![3, 4, 5], vec![0, 1, 3, 4], vec![2, 6], vec![5, 6]]
                .into_iter()
                .map(CoverBits::of)
                .collect();
        let all = CoverBits::of(0..7);
        let (cover, is_least) = least_cover(&sets, all);
        assert!(is_least && cover.len() == 3, "{cover:?}");
    }
}
