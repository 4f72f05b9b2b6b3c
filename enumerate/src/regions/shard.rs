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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use korrel_sat::{CompileWhen, Effort};

    use super::{CubeRange, Shard};
    use crate::testing::{SPECS, instances, line, lines, problem, rest, schema, strategies};
    use crate::{CubePlace, ShardCube};

    /// If this failed, several machines would miss instances, find some twice, or all but one of
    /// them would have nothing to do.
    #[test]
    fn shards_are_disjoint_and_together_the_whole() {
        for spec in SPECS {
            let model = problem(spec);
            let problem = model.problem();
            for strategy in strategies() {
                let whole = lines(&problem, strategy, None);
                for of in [1, 2, 7, 70] {
                    let shards =
                        (1..=of).map(|part| lines(&problem, strategy, Some(Shard { part, of })));
                    let shards: Vec<_> = shards.collect();
                    let places = |shard: &Vec<String>| {
                        let place = |line| whole.iter().position(|other| other == line);
                        shard.iter().map(place).collect::<Option<Vec<usize>>>()
                    };
                    let places: Option<Vec<_>> = shards.iter().map(places).collect();
                    let places = places.expect("a shard has no instances of its own");
                    assert!(places.iter().all(|shard| shard.is_sorted()), "the same order");
                    let mut all = places.concat();
                    all.sort_unstable();
                    assert!(all.into_iter().eq(0..whole.len()), "{of} shards of {spec}");
                    let largest = shards.iter().map(Vec::len).max().unwrap_or_default();
                    assert!(
                        whole.len() < 100 || of == 1 || largest < whole.len() * 9 / 10,
                        "{spec}"
                    );
                }
            }
        }
    }

    /// If it failed, one machine would have all of a space of which the first cubes are very many.
    #[test]
    fn a_wide_space_falls_into_shards() {
        let model = problem("sig N { e: set N } run {} for exactly 40 N");
        let problem = model.problem();
        let mut whole = instances(&problem, strategies()[0], None);
        let cut = whole.stream().expect("the enumerator searches").cut(8);
        let shards = cut.expect("nobody stops it").shards();
        let of = shards.iter().filter(|shard| !shard.cubes.is_empty()).count();
        assert_eq!(of, 8);
    }

    /// A shard that was stopped goes on where it was, and not in another one's part.
    #[test]
    fn a_shard_is_resumed_within_itself() {
        for spec in SPECS {
            let model = problem(spec);
            let problem = model.problem();
            let shard = Some(Shard { part: 2, of: 3 });
            for strategy in strategies() {
                let whole = lines(&problem, strategy, shard);
                for at in (0..whole.len()).step_by(1 + whole.len() / 20) {
                    let rest = rest(&problem, strategy, shard, &whole[at]);
                    assert_eq!(rest.expect("it is an instance"), whole[at + 1..], "{spec}");
                }
            }
        }
    }

    /// If it failed, instances would be lost or come twice where a part is split while it is searched, and where it is cut off
    /// and goes on.
    #[test]
    fn halves_that_are_given_away_are_the_rest() {
        let all = SPECS.iter().flat_map(|spec| strategies().map(|strategy| (spec, strategy)));
        for (spec, strategy) in all {
            let model = problem(spec);
            let problem = model.problem();
            let schema = schema(&problem);
            let mut cutting = instances(&problem, strategy, None);
            let cut = cutting.stream().expect("the enumerator searches").cut(1);
            let mut one = cut.expect("nobody stops it").shards().remove(0);
            one.cubes = vec![ShardCube { number: 0, branches: Vec::new() }];
            // Cubes as they are cut, and one that is the whole space.
            for (shard, known) in
                [(Shard { part: 2, of: 3 }, None), (Shard { part: 1, of: 1 }, Some(one))]
            {
                let is_one = known.is_some();
                let whole = lines(&problem, strategy, Some(shard));
                let search = |from, until| {
                    let range = CubeRange::new(from, until);
                    let range = Arc::new(match &known {
                        Some(known) => range.of(known.clone()),
                        None => range,
                    });
                    let mut part = instances(&problem, strategy, None);
                    let stream = part.stream().expect("the enumerator searches");
                    assert!(stream.restrict_to(shard, Arc::clone(&range)));
                    (part, range)
                };
                // Each part is asked for a half at its second, fifth, … instance.
                let (mut open, mut found) =
                    (vec![(CubePlace::default(), CubePlace::END)], Vec::new());
                while let Some((from, until)) = open.pop() {
                    let (mut part, range) = search(from, until);
                    range.begin();
                    let (mut own, mut end) = (Vec::new(), until);
                    loop {
                        let next = part.next();
                        let before = std::mem::replace(&mut end, range.until());
                        if end < before {
                            open.push((end, before));
                        }
                        let crate::Next::Instance(instance) = next else { break };
                        own.push(line(&problem, &schema, &instance));
                        if own.len() % 3 == 1 && found.len() + open.len() < 20 {
                            range.ask();
                        }
                    }
                    found.push((from, range.until(), own));
                }
                found.sort_by_key(|(from, ..)| *from);
                assert!(found.windows(2).all(|two| two[0].1 == two[1].0), "{spec}");
                let all: Vec<&String> = found.iter().flat_map(|(.., own)| own).collect();
                assert!(all.into_iter().eq(&whole), "{spec}");
                let is_halved = found.iter().any(|(from, ..)| !from.is_cube());
                // A walk is not split.
                let must_be = strategy.compiles == CompileWhen::Never && whole.len() > 20;
                assert!(
                    !must_be || found.len() > 1 && (is_halved || !is_one),
                    "{spec} is never split"
                );
                for (from, until, own) in found.iter().filter(|(.., own)| !own.is_empty()) {
                    let (mut part, _) = search(*from, *until);
                    let at = own.len() / 2;
                    let stream = part.stream().expect("the enumerator searches");
                    let record = serde_json::from_str(&own[at]).expect("a line of JSON");
                    stream.resume_after(&schema, &record).expect("it is an instance");
                    let mut rest = Vec::new();
                    while let crate::Next::Instance(instance) = part.next() {
                        rest.push(line(&problem, &schema, &instance));
                    }
                    assert_eq!(rest, own[at + 1..], "{spec}: {from}..{until}");
                }
            }
        }
    }

    /// If it failed, a worker that does many parts would say something else of them than one that does each for itself.
    #[test]
    fn one_search_goes_from_part_to_part() {
        for (spec, strategy) in
            SPECS.iter().flat_map(|spec| strategies().map(|strategy| (spec, strategy)))
        {
            let model = problem(spec);
            let problem = model.problem();
            let schema = schema(&problem);
            let mut one = instances(&problem, strategy, None);
            // Some it leaves in the middle, or has done before, and in some it goes on after an instance.
            for (part, take, after) in [(5, 3, 0), (2, 9, 0), (7, 99, 1), (2, 9, 2), (1, 99, 0)] {
                let shard = Shard { part, of: 7 };
                let whole = lines(&problem, strategy, Some(shard));
                let stream = one.stream().expect("the enumerator searches");
                let range = CubeRange::new(CubePlace::default(), CubePlace::END);
                assert!(stream.restrict_to(shard, Arc::new(range)));
                let after = after.min(whole.len());
                if after > 0 {
                    let record = serde_json::from_str(&whole[after - 1]).expect("a line of JSON");
                    stream.resume_after(&schema, &record).expect("it is an instance");
                }
                let expected = &whole[after..whole.len().min(after + take)];
                for line_of_own in expected {
                    let crate::Next::Instance(instance) = one.next() else {
                        panic!("{spec}: {shard:?} is too short")
                    };
                    assert_eq!(line(&problem, &schema, &instance), *line_of_own, "{spec}");
                }
                let is_over = after + take > whole.len();
                assert!(!is_over || matches!(one.next(), crate::Next::Exhausted), "{spec}");
            }
        }
    }

    /// Cutting must end when the search is to be stopped.
    #[test]
    fn a_shard_stops() {
        let model = problem(SPECS[0]);
        let problem = model.problem();
        let effort = Effort::default();
        let mut instances =
            crate::Instances::new(&problem, strategies()[0], effort.clone()).expect("it is small");
        effort.stop();
        instances.stream().expect("the enumerator searches").restrict(Shard { part: 1, of: 2 });
        assert!(matches!(instances.next(), crate::Next::Stopped));
    }
}
