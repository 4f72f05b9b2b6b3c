//! Disjoint parts of the space of instances, one for each machine.
//!
//! *Problem.* N machines are each to find a part of the instances, without speaking to each other,
//! and all parts are to take about as long.
//!
//! *Choice.* The space is cut into many more *cubes* than there are shards (`grain.rs`), and these
//! are dealt out (`deal.rs`). Neighbouring cubes tend to be alike, so that dealing evens out. The
//! canonical model of a class lies in one cube, whichever search finds it, so that shards need not
//! agree on anything but the cubes. And these follow from the question alone. Cubes are numbered in
//! the order of the space: a reader that knows how many instances of a shard lie in which cube can
//! put all shards together in the one order, without a search.
//!
//! *Where counts are known* each shard may be a range of the order with as many models as any other: what lies
//! between two places (`interval.rs`). Then a hard part of the search may be one machine's alone, so only those
//! who ask for it get it.
//!
//! *Rejected.* N ranges of the order without counts: large cubes are next to large ones, and one
//! machine would do nearly all. A hash of the instance: each machine would have to find all of
//! them.

use std::sync::Arc;

use korrel_sat::{Effort, Lit, Statistics, Step};
use korrel_translate::Translation;

use super::cube::{Region, StreamPlace};
use super::deal::Shard;
use super::grain::RegionCutter;
use super::interval::between;
use super::range::CubeRange;
use crate::canonical::CanonicalPrefixes;

/// The regions of the space that remain to be searched, in order.
pub(crate) struct Regions {
    /// The place up to which instances are left out at the beginning.
    after: Option<StreamPlace>,
    source: RegionSource,
}

enum RegionSource {
    /// All of it is one region.
    Whole {
        is_given: bool,
    },
    /// The cubes of a shard.
    Cubes(Box<ShardCut>),
    Range(RegionRange),
}

/// The instances between two places.
struct RegionRange {
    /// The number of the one cube that it is.
    cube: u64,
    prefixes: Vec<Vec<Lit>>,
    /// The projection's order.
    order: Vec<Lit>,
    /// The number of prefixes that were given out.
    given: usize,
}

/// The translation that a shard is cut from, and its cubes.
pub(crate) struct ShardCut {
    pub shard: Shard,
    pub range: Option<Arc<CubeRange>>,
    pub translation: Arc<Translation>,
    /// The tests that tell that a beginning is not canonical.
    pub tests: Option<CanonicalPrefixes>,
    pub effort: Effort,
    /// `None` until they are wanted.
    pub cubes: Option<Vec<Region>>,
    /// The number of cubes that were given out.
    pub given: usize,
    pub cost: Statistics,
}

impl Regions {
    /// All of it.
    pub fn whole() -> Regions {
        Regions { after: None, source: RegionSource::Whole { is_given: false } }
    }

    /// The cubes of a shard.
    pub fn of(cut: ShardCut) -> Regions {
        Regions { after: None, source: RegionSource::Cubes(Box::new(cut)) }
    }

    /// Keeps to what comes from a place on and before another one. Without any there is nothing.
    pub fn keep(&mut self, order: &[Lit], cube: u64, first: Option<&[Lit]>, end: Option<&[Lit]>) {
        let prefixes = first.map(|first| between(order, first, end)).unwrap_or_default();
        let order = order.to_vec();
        self.source = RegionSource::Range(RegionRange { cube, prefixes, order, given: 0 });
    }

    /// The next region that a place lies in.
    pub fn next_with(&mut self, place: &StreamPlace) -> Option<Region> {
        loop {
            let (step, region) = self.next();
            match step {
                Step::Model if place.begins_with(&region.prefix) => return Some(region),
                Step::Model => {}
                _ => return None,
            }
        }
    }

    /// Begins anew.
    pub fn rewind(&mut self) {
        match &mut self.source {
            RegionSource::Whole { is_given } => *is_given = false,
            RegionSource::Range(range) => range.given = 0,
            RegionSource::Cubes(cut) => cut.given = 0,
        }
    }

    /// Leaves out what comes before a place, and the place itself.
    pub fn resume_after(&mut self, place: StreamPlace) {
        self.after = Some(place);
    }

    /// Goes to the next region: where the step is a model, the region.
    pub fn next(&mut self) -> (Step, Region) {
        loop {
            // What is passed over was written before: it is nobody else's.
            if self.is_asked() && self.after.is_none() {
                self.give();
            }
            let (step, region) = self.source.next();
            if step != Step::Model {
                return (step, region);
            }
            let Some(place) = &self.after else {
                return (step, region);
            };
            match place.first_difference(&region.prefix) {
                // The branch that is tried first comes first: all of this region is before the
                // place.
                Some(at) if region.prefix[at] == self.source.order()[at] => {}
                Some(_) => {
                    self.after = None;
                    return (step, region);
                }
                None => return (step, Region { after: self.after.take(), ..region }),
            }
        }
    }

    /// True if somebody waits for a half of what is left.
    #[inline]
    pub fn is_asked(&self) -> bool {
        let RegionSource::Cubes(cut) = &self.source else { return false };
        cut.range.as_ref().is_some_and(|range| range.is_asked())
    }

    /// Gives away the second half of the cubes that are not begun. True if there is one.
    pub fn give(&mut self) -> bool {
        let RegionSource::Cubes(cut) = &mut self.source else { return false };
        cut.give()
    }

    /// Gives away what comes of this region from its second branch at a position on, and all that comes after it. Returns
    /// the rest, after the place at which the search stands.
    pub fn give_rest(
        &mut self,
        region: &Region,
        open: usize,
        place: StreamPlace,
    ) -> Option<Region> {
        let RegionSource::Cubes(cut) = &mut self.source else { return None };
        cut.give_rest(region, open, place)
    }

    /// The cost of cutting.
    pub fn statistics(&self) -> Statistics {
        match &self.source {
            RegionSource::Cubes(cut) => cut.cost,
            RegionSource::Whole { .. } | RegionSource::Range(_) => Statistics::default(),
        }
    }
}

impl RegionSource {
    fn next(&mut self) -> (Step, Region) {
        match self {
            RegionSource::Whole { is_given: true } => (Step::Exhausted, Region::default()),
            RegionSource::Whole { is_given } => {
                *is_given = true;
                (Step::Model, Region::default())
            }
            RegionSource::Cubes(cut) => cut.next(),
            RegionSource::Range(range) => match range.prefixes.get(range.given) {
                None => (Step::Exhausted, Region::default()),
                Some(prefix) => {
                    range.given += 1;
                    (
                        Step::Model,
                        Region { cube: range.cube, prefix: prefix.clone(), ..Region::default() },
                    )
                }
            },
        }
    }

    /// The projection's order, as far as regions are told apart by it.
    fn order(&self) -> &[Lit] {
        match self {
            RegionSource::Whole { .. } => &[],
            RegionSource::Cubes(cut) => &cut.translation.projection.order,
            RegionSource::Range(range) => &range.order,
        }
    }
}

impl ShardCut {
    /// All cubes of the shard.
    pub fn new(
        shard: Shard,
        translation: Arc<Translation>,
        tests: Option<CanonicalPrefixes>,
        effort: Effort,
    ) -> ShardCut {
        let (range, cubes, given, cost) = Default::default();
        ShardCut { shard, range, translation, tests, effort, cubes, given, cost }
    }

    /// The next cube of the shard.
    fn next(&mut self) -> (Step, Region) {
        if self.cubes.is_none() {
            let known = self.range.as_ref().and_then(|range| range.known());
            let known = known.map(|known| known.regions(&self.translation.projection.order));
            self.cubes = known.or_else(|| self.group()).map(|mut cubes| {
                cubes.retain(|region| self.shard.owns(region.cube));
                let Some(range) = &self.range else { return cubes };
                let order = &self.translation.projection.order;
                cubes.into_iter().flat_map(|cube| range.held(cube, order)).collect()
            });
        }
        let Some(cubes) = &self.cubes else { return (Step::Stopped, Region::default()) };
        let Some(region) = cubes.get(self.given) else {
            return (Step::Exhausted, Region::default());
        };
        self.given += 1;
        (Step::Model, region.clone())
    }

    /// Gives the second half of the cubes that are not begun to whoever has asked for it. True if there is one.
    fn give(&mut self) -> bool {
        let (Some(range), Some(cubes)) = (&self.range, &mut self.cubes) else { return false };
        let middle = self.given + (cubes.len() - self.given) / 2;
        let order = &self.translation.projection.order;
        let first = cubes.get(middle).and_then(|first| first.place_of(&first.prefix, order));
        if first.is_some() {
            cubes.truncate(middle);
        }
        range.give(first);
        first.is_some()
    }

    /// As [`Regions::give_rest`].
    fn give_rest(&mut self, region: &Region, open: usize, place: StreamPlace) -> Option<Region> {
        let (Some(range), Some(cubes)) = (&self.range, &mut self.cubes) else { return None };
        let order = &self.translation.projection.order;
        let of_place = |lit: &Lit| lit.var().lit(place.value(lit.var()));
        let mut prefix: Vec<Lit> = order[..=open].iter().map(of_place).collect();
        prefix[open] = !prefix[open];
        let given = region.place_of(&prefix, order);
        range.give(given);
        given?;
        cubes.truncate(self.given);
        prefix[open] = !prefix[open];
        Some(Region { prefix, after: Some(place), ..region.clone() })
    }

    /// All cubes of the shard's group, or nothing if it was stopped, and they are to be cut anew.
    pub fn group(&mut self) -> Option<Vec<Region>> {
        let blocks = self.blocks()?;
        self.group_of(self.shard, &blocks)
    }

    /// The cubes of all groups, or nothing if it was stopped.
    pub fn groups(&mut self) -> Option<Vec<Region>> {
        let (blocks, of) = (self.blocks()?, self.shard.of);
        let groups = 1..=self.shard.groups();
        let groups = groups.map(|part| self.group_of(Shard { part, of }, &blocks));
        Some(groups.collect::<Option<Vec<_>>>()?.concat())
    }

    fn blocks(&mut self) -> Option<Vec<Vec<Lit>>> {
        let of = self.shard.of;
        self.by(|cut| cut.blocks(of))
    }

    fn group_of(&mut self, shard: Shard, blocks: &[Vec<Lit>]) -> Option<Vec<Region>> {
        if shard.groups() == 1 {
            let cubes = (0..).zip(blocks);
            return Some(cubes.map(|(cube, block)| Region::of_cube(cube, block.clone())).collect());
        }
        self.by(|cut| cut.group(shard, blocks))
    }

    /// Cuts by a search that has learned nothing yet.
    fn by<T>(&mut self, step: impl FnOnce(&mut RegionCutter<'_>) -> Option<T>) -> Option<T> {
        let mut cut = RegionCutter::new(&self.translation, self.tests.clone(), &self.effort);
        let cubes = step(&mut cut);
        self.cost = self.cost.plus(cut.statistics());
        cubes
    }
}
