//! About how many instances there are: by cubes that are chosen at random.
//!
//! *Problem.* Some commands can neither be listed nor counted, and a user who must choose a size for them wants to
//! know whether they have 10⁶ instances or 10¹².
//!
//! *Choice.* Cut the space into cubes. Those with few instances are listed. All others are cut into parts, of which so
//! many are kept, drawn evenly, each for as many as were there for each that is kept (Knuth 1975, but of many paths at
//! a time: Chen 1992). Parts that are drawn from together leave as many positions of the order open, for so they are
//! about as large. So it goes on until nothing is left. The mean of some runs is an unbiased estimate, and their spread
//! tells its error. The same dice give the same estimate on every machine.
//!
//! *Rejected.* One path at a time: it rarely meets the largest parts, and of heap arrays of 16 it estimated a sixth,
//! with an error that did not tell. Parts of one length: 46,749,427 posets of 11 elements were estimated as 409
//! million, give or take
//! 900. Hashing (ApproxMC): it bounds the error for certain, but asks a solver with constraints of
//! parity, which propagate nothing. To draw models instead of cubes: that takes the very count that is not known.
//!
//! *Sources.* Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of Computation 1975; Chen,
//! "Heterogeneous Sampling", SIAM J. Computing 1992.

use korrel_sat::counter::Dice;
use korrel_sat::{Lit, Step};

use crate::regions::cube::{Cutter, Region};
use crate::regions::deal::Shard;
use crate::regions::known::CutSpace;
use crate::search::stream::Stream;

/// About how many instances there are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    pub number: f64,
    /// Its standard error.
    pub error: f64,
    /// The number of runs, which is one if it found all.
    pub runs: u64,
    /// The least number of instances: the most that was found one by one in any run.
    pub least: u64,
}

/// The number of runs, and the number of cubes that each of them keeps.
const RUNS: u64 = 8;
const KEPT: usize = 512;
/// The same of what a shard's cubes are cut into, where the estimate tells no more than which shard is larger.
const KEPT_WITHIN: usize = 128;
/// The number of instances of a cube that are listed. If there are more, it is cut: all cubes into
/// at least `FINER` times as many.
const LISTED: u64 = 64;
const FINER: usize = 4;
/// The part of it by which the grain is made finer at a time, and the greatest step: each position
/// may double the cubes.
const STEPS: usize = 64;
const MOST_STEPS: usize = 4;
/// How often an estimate of shards looks whether it is stopped, before it is given up: for labellings of twenty atoms one test
/// alone may look a thousand million times. All of semigroups of 7 take 300,000.
const LOOKS: u64 = 2_000_000;

impl Stream<'_> {
    /// Estimates the number of instances. Returns `None` if it was stopped. To be called before the search
    /// begins.
    pub fn estimate(&mut self, dice: &mut Dice) -> Option<Estimate> {
        // Nobody helps here.
        self.walk.go_on(None);
        let mut cutter = self.cutter();
        if let Some(tests) = self.walk.prefixes() {
            cutter.test_prefixes(tests);
        }
        let (mut numbers, mut least) = (Vec::new(), 0);
        for _ in 0..RUNS {
            let (mut number, mut found) = (0.0, 0);
            let is_whole =
                self.run((vec![Region::default()], KEPT), &mut cutter, dice, |_, more, weight| {
                    number += weight * more as f64;
                    found += more;
                })?;
            if is_whole {
                return Some(Estimate { number, error: 0.0, runs: 1, least: found });
            }
            numbers.push(number);
            least = least.max(found);
        }
        let runs = RUNS as f64;
        let mean = numbers.iter().sum::<f64>() / runs;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        let error = (squares / (runs - 1.0) / runs).sqrt();
        Some(Estimate { number: mean, error, runs: RUNS, least })
    }

    /// About how many instances each shard has: one run for all of them, so that it says which are larger and not by how
    /// much. `None` if it was stopped, or would take too long. To be called before the search begins.
    pub fn estimate_shards(&mut self, cut: &CutSpace, dice: &mut Dice) -> Option<Vec<f64>> {
        self.walk.go_on(None);
        let mut cutter = self.cutter();
        if let Some(tests) = self.walk.prefixes() {
            cutter.test_prefixes(tests);
        }
        let mut numbers = vec![0.0; cut.of as usize];
        let cubes = (cut.regions.clone(), KEPT_WITHIN);
        self.effort.clone().patiently(LOOKS, || {
            self.run(cubes, &mut cutter, dice, |cube, more, weight| {
                numbers[Shard::owner(cube, cut.of) as usize - 1] += weight * more as f64;
            })
        })?;
        Some(numbers)
    }

    /// All that is kept of these cubes, and of so many that they are cut into at a time: tells `found` of the cube, the number of
    /// instances found there, and for how many each of them stands. True if nothing was left out.
    fn run(
        &mut self,
        (mut regions, within): (Vec<Region>, usize),
        cutter: &mut Cutter,
        dice: &mut Dice,
        mut found: impl FnMut(u64, u64, f64),
    ) -> Option<bool> {
        let (mut is_whole, mut weight, mut kept) = (true, 1.0, KEPT);
        let open = regions.iter().map(|region| cutter.open(&region.prefix));
        let mut grain = open.max().unwrap_or(0);
        while !regions.is_empty() {
            let all = regions.len();
            if all > kept {
                (0..kept).for_each(|at| regions.swap(at, at + below(all - at, dice)));
                regions.truncate(kept);
                weight *= all as f64 / kept as f64;
                is_whole = false;
            }
            kept = within;
            let mut large = Vec::new();
            for region in regions {
                match self.listed(&region)? {
                    Some(more) => found(region.cube, more, weight),
                    None => large.push(region),
                }
            }
            regions = finer(&large, &mut grain, cutter)?;
        }
        Some(is_whole)
    }

    fn cutter(&self) -> Cutter {
        Cutter::new(self.walk.translation(), self.effort.clone())
    }

    /// The number of instances of a region. `Some(None)` if it has too many, `None` if the search
    /// was stopped.
    fn listed(&mut self, region: &Region) -> Option<Option<u64>> {
        self.walk.enter(region);
        for found in 0..=LISTED {
            match self.walk.advance() {
                Step::Model => {}
                Step::Exhausted => return Some(Some(found)),
                Step::Stopped => return None,
            }
        }
        Some(None)
    }
}

/// The cubes that regions fall into where the grain is finer: some times as many.
fn finer(regions: &[Region], grain: &mut usize, cutter: &mut Cutter) -> Option<Vec<Region>> {
    loop {
        *grain = grain.saturating_sub((*grain / STEPS).clamp(1, MOST_STEPS));
        cutter.set_grain(*grain);
        let mut parts = Vec::new();
        for region in regions {
            cutter.enter(region);
            let part = |prefix| Region { cube: region.cube, prefix, ..Region::default() };
            parts.extend(collected(cutter)?.into_iter().map(part));
        }
        if *grain == 0 || parts.len() >= FINER * regions.len() {
            return Some(parts);
        }
    }
}

fn collected(cutter: &mut Cutter) -> Option<Vec<Vec<Lit>>> {
    let mut cubes = Vec::new();
    loop {
        match cutter.next() {
            (Step::Model, cube) => cubes.push(cube),
            (Step::Exhausted, _) => return Some(cubes),
            (Step::Stopped, _) => return None,
        }
    }
}

/// A number below this one. Its small unevenness is far below the error.
fn below(bound: usize, dice: &mut Dice) -> usize {
    ((u128::from(dice.bits()) * bound as u128) >> 64) as usize
}

#[cfg(test)]
mod tests {
    use korrel_sat::Effort;

    use super::*;
    use crate::testing::problem;
    use crate::{Instances, Strategy};

    fn estimates(spec: &str, dice: &mut Dice) -> Estimate {
        let spec = problem(spec);
        let problem = spec.problem();
        let mut instances =
            Instances::new(&problem, Strategy::default(), Effort::default()).expect("it is small");
        let stream = instances.stream().expect("the enumerator searches");
        stream.estimate(dice).expect("nobody stops it")
    }

    /// If it failed, workers would begin with the shortest part.
    #[test]
    fn shards_are_estimated_by_what_they_have() {
        let spec = problem("sig N { e: set N } fact { no iden & ^e } run {} for exactly 4 N");
        let problem = spec.problem();
        let instances =
            || Instances::new(&problem, Strategy::default(), Effort::default()).expect("small");
        for of in [1, 7, 70] {
            let mut whole = instances();
            let stream = whole.stream().expect("the enumerator searches");
            let cut = stream.cut(of).expect("nobody stops it");
            let numbers = stream.estimate_shards(&cut, &mut Dice::new(3)).expect("nobody stops it");
            for (part, number) in (1..).zip(numbers) {
                let mut shard = instances();
                let stream = shard.stream().expect("the enumerator searches");
                stream.restrict(Shard { part, of });
                let mut listed = 0.0;
                while stream.advance() == Step::Model {
                    listed += 1.0;
                }
                // So few are found one by one.
                assert_eq!(number, listed, "{part} of {of}");
            }
        }
    }

    /// If it failed, an estimate would be off by more than it says, or say more than it knows: 302 and 5,984 acyclic
    /// graphs (OEIS A003087), 2²⁰ sets of pairs.
    #[test]
    fn estimates_are_as_good_as_they_say() {
        let acyclic = "sig N { e: set N } fact { no iden & ^e } run {} for exactly";
        let mut dice = Dice::new(3);
        for (spec, number) in [
            (format!("{acyclic} 5 N"), 302.0),
            (format!("{acyclic} 6 N"), 5984.0),
            (
                "enum A { a, b, c, d } enum B { p, q, r, s, t } one sig S { m: A -> B } run {}"
                    .into(),
                1048576.0,
            ),
        ] {
            let mut within = 0;
            for _ in 0..10 {
                let estimate = estimates(&spec, &mut dice);
                within +=
                    usize::from((estimate.number - number).abs() <= 2.4 * estimate.error + 0.5);
                assert!(estimate.least as f64 <= number, "{estimate:?}");
                assert!(estimate.error < number / 2.0, "{estimate:?}");
            }
            assert!(within >= 8, "{within} of 10 estimates of {number} are within their errors");
        }
    }
}
