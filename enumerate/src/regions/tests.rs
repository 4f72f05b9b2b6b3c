//! Shards, and a search that goes through them.

use std::sync::Arc;

use korrel_sat::{CompileWhen, Effort};

use super::deal::Shard;
use super::range::CubeRange;
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
                assert!(whole.len() < 100 || of == 1 || largest < whole.len() * 9 / 10, "{spec}");
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
            let (mut open, mut found) = (vec![(CubePlace::default(), CubePlace::END)], Vec::new());
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
            assert!(!must_be || found.len() > 1 && (is_halved || !is_one), "{spec} is never split");
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
