//! Cuts the space into the cubes of shards.
//!
//! *Problem.* All shards are to take about as long, from a rule that each machine follows by itself and that costs
//! little beside its share.
//!
//! *Choice.* A cube is a prefix of the projection's order that leaves at most so many positions of
//! the order open, the *grain*. The space behind a cube grows with the grain. The length of a
//! prefix says less: of prefixes of one length some leave nothing to do and one has a third of all.
//! Beginnings that are not canonical are no cubes, for the search does not go into them, either.
//! The grain is made finer by steps until there are enough cubes, each for itself in a pass over
//! the space. A step that gives far too many is halved. The passes before the last one cost less
//! than it. Where even that is much, fewer cubes must do.
//!
//! Many shards fall into groups (`deal.rs`), about as many as a group has members. The space is cut into *blocks* for
//! the groups, and each group cuts its own blocks finer for its members, so that a shard lists far fewer cubes than
//! there are.
//!
//! All of it depends on the question alone: what a search learns depends on where it was, so each shard of a
//! group makes the same steps, and begins anew if it was stopped on its way. Whoever cuts for several groups cuts the blocks
//! once, so another search cuts them finer.
//!
//! *Rejected.* To search for a while in each cube, and cut those where it does not end: each shard would then search in
//! all cubes. Prefixes of one length: see above. All variables that are open, auxiliary ones among
//! them: of red-black trees cubes of a thousand instances stood beside thousands of one.

use korrel_sat::{Effort, Lit, Statistics, Step};
use korrel_translate::Translation;

use super::cube::{Cutter, Region};
use super::deal::Shard;
use crate::canonical::CanonicalPrefixes;

/// The least number of cubes for each part, if the space has as many, and in all.
const CUBES: usize = 256;
const LEAST: usize = 4096;
/// The same where there are groups: unevenness among groups and within one multiplies.
const CUBES_IN_GROUPS: usize = 512;
/// The number of cubes for each part, whatever they cost.
const FEW: usize = 8;
/// A pass that has taken more steps than this is the last one.
const STEPS: u64 = 1 << 23;
/// A pass that finds more than so many times the cubes that are wanted is given up.
const TOO_MANY: usize = 16;
/// The part of it by which the grain is made finer, at first.
const FINER: usize = 16;

/// The means to cut.
pub(super) struct RegionCutter<'t> {
    cutter: Cutter,
    effort: &'t Effort,
}

/// Prefixes, each with the number of the region that it lies in.
type Prefixes = Vec<(usize, Vec<Lit>)>;

impl<'t> RegionCutter<'t> {
    pub fn new(
        translation: &Translation,
        tests: Option<CanonicalPrefixes>,
        effort: &'t Effort,
    ) -> RegionCutter<'t> {
        let mut cutter = Cutter::new(translation, effort.clone());
        if let Some(tests) = tests {
            cutter.test_prefixes(tests);
        }
        RegionCutter { cutter, effort }
    }

    /// All cubes of so many shards, or the blocks of their groups, in order. Nothing if it was stopped.
    pub fn blocks(&mut self, of: u32) -> Option<Vec<Vec<Lit>>> {
        let groups = Shard { part: 1, of }.groups();
        let (parts, each) = if groups == 1 { (of, CUBES) } else { (groups, CUBES_IN_GROUPS) };
        let blocks = self.finely(&[Vec::new()], parts, each)?;
        Some(blocks.into_iter().map(|(_, prefix)| prefix).collect())
    }

    /// The cubes of a shard's group, of the blocks of all, in order. Nothing if it was stopped.
    pub fn group(&mut self, shard: Shard, blocks: &[Vec<Lit>]) -> Option<Vec<Region>> {
        let own = (0..).zip(blocks).filter(|&(block, _)| shard.owns_block(block));
        let (blocks, prefixes): (Vec<u64>, Vec<Vec<Lit>>) =
            own.map(|(block, prefix)| (block, prefix.clone())).unzip();
        let (mut last, mut at) = (None, 0);
        let cubes = self.finely(&prefixes, shard.members(), CUBES_IN_GROUPS)?.into_iter().map(
            |(block, prefix)| {
                at = if last == Some(block) { at + 1 } else { 0 };
                last = Some(block);
                Region::of_cube(Shard::cube(blocks[block], at), prefix)
            },
        );
        Some(cubes.collect())
    }

    pub fn statistics(&self) -> Statistics {
        self.cutter.statistics()
    }

    /// Cuts these regions into cubes for so many parts, each of which gets so many.
    fn finely(&mut self, regions: &[Vec<Lit>], parts: u32, each: usize) -> Option<Prefixes> {
        let few = FEW * parts as usize;
        let enough = (each * parts as usize).max(LEAST);
        let mut cubes: Prefixes = regions.iter().cloned().enumerate().collect();
        let mut grain = self.widest(regions);
        let mut part = FINER;
        let begun = self.statistics().propagations;
        while cubes.len() < enough && grain > 0 {
            let spent = self.statistics().propagations - begun;
            if cubes.len() >= few && spent > STEPS {
                break;
            }
            let step = (grain / part).max(1);
            match self.pass(regions, grain - step, TOO_MANY * enough)? {
                Some(finer) => (cubes, grain) = (finer, grain - step),
                None if step > 1 => part *= 2,
                None => break,
            }
        }
        Some(cubes)
    }

    /// The most positions that any of the regions leaves open.
    fn widest(&mut self, regions: &[Vec<Lit>]) -> usize {
        let open = regions.iter().map(|prefix| self.cutter.open(prefix));
        open.max().unwrap_or(0)
    }

    /// All cubes of a grain, or nothing within if there are too many.
    fn pass(
        &mut self,
        regions: &[Vec<Lit>],
        grain: usize,
        most: usize,
    ) -> Option<Option<Prefixes>> {
        self.cutter.set_grain(grain);
        let mut cubes = Vec::new();
        for (number, prefix) in regions.iter().enumerate() {
            self.cutter.enter(&Region { prefix: prefix.clone(), ..Region::default() });
            while let (Step::Model, cube) = self.cutter.next() {
                let is_finer = cube.len() > prefix.len();
                cubes.push((number, if is_finer { cube } else { prefix.clone() }));
                if cubes.len() > most {
                    return Some(None);
                }
            }
            if self.effort.is_stopped() {
                return None;
            }
        }
        Some(Some(cubes))
    }
}
