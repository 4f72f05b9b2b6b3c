//! Replicas of a text of y-octo with calls that proptest draws, judged as by the spec. `any` is as one writes it who reads the
//! documentation: up to four replicas, words of up to five letters; `small` has the spec's bounds.

#[path = "../../random/by_proptest.rs"]
mod by_proptest;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use by_proptest::tell;
use proptest::prelude::*;
use y_octo_0_1_1::{Doc, JwstCodecResult};

#[derive(Clone, Debug)]
enum Call {
    Insert(usize, usize, usize),
    Remove(usize, usize, usize),
    Sync(usize, usize),
}
use Call::{Insert, Remove, Sync};

/// How many replicas there are, and the calls. A place in a text is taken modulo its length.
type Input = (usize, Vec<Call>);

#[derive(PartialEq)]
enum Fault {
    /// A `sync` does not bring what the other replica has.
    Lost,
    /// A word is written, or a part removed, at another place; or two texts of the same characters are in two orders.
    Elsewhere,
}

fn main() {
    for (name, fault) in [("a lost character", Fault::Lost), ("another place", Fault::Elsewhere)] {
        let is_right = |(replicas, calls): &Input| {
            shown(*replicas, calls).is_none_or(|(shown, _)| shown != fault)
        };
        let size = |(replicas, calls): &Input| shown(*replicas, calls).map_or(0, |(_, made)| made);
        let name = format!("y-octo, {name}");
        tell(&name, "any", &calls(2..=4, 5, 0..=30), is_right, size);
        tell(&name, "small", &calls(3..=3, 1, 0..=6), is_right, size);
    }
}

/// Calls of so many replicas; a word that is written, or a part that is removed, has up to so many letters.
fn calls(
    replicas: RangeInclusive<usize>,
    letters: usize,
    calls: RangeInclusive<usize>,
) -> impl Strategy<Value = Input> {
    replicas.prop_flat_map(move |replicas| {
        let part = || (0..replicas, 0..100_usize, 1..=letters);
        let call = prop_oneof![
            part().prop_map(|(at, place, count)| Insert(at, place, count)),
            part().prop_map(|(at, place, count)| Remove(at, place, count)),
            (0..replicas, 0..replicas).prop_map(|(from, to)| Sync(from, to)),
        ];
        (Just(replicas), prop::collection::vec(call, calls.clone()))
    })
}

/// A replica, with all characters that it has got, and those that it knows to be removed.
struct Replica {
    doc: Doc,
    known: BTreeSet<char>,
    gone: BTreeSet<char>,
}

impl Replica {
    fn text(&self) -> JwstCodecResult<Vec<char>> {
        Ok(self.doc.get_or_create_text("text")?.to_string().chars().collect())
    }
}

/// The first fault, and how many calls show it. In the end, each replica gets what each other one has.
fn shown(replicas: usize, calls: &[Call]) -> Option<(Fault, usize)> {
    let pairs = (0..replicas).flat_map(|from| (0..replicas).map(move |to| Sync(from, to)));
    let is_none = |call: &Call| matches!(call, Sync(from, to) if from == to);
    let calls = calls.iter().cloned().chain(pairs.clone()).chain(pairs);
    let calls: Vec<Call> = calls.filter(|call| !is_none(call)).collect();
    let mut made = 0;
    let fault = run(replicas, &calls, &mut made).unwrap_or(Some(Fault::Elsewhere));
    fault.map(|fault| (fault, made))
}

fn run(replicas: usize, calls: &[Call], made: &mut usize) -> JwstCodecResult<Option<Fault>> {
    let new =
        |id| Replica { doc: Doc::with_client(id), known: BTreeSet::new(), gone: BTreeSet::new() };
    let mut all: Vec<Replica> = (1..=replicas as u64).map(new).collect();
    let mut letters = ('\u{4e00}'..).take(1000); // no letter comes twice
    for call in calls {
        *made += 1;
        let (Insert(at, place, count) | Remove(at, place, count)) = *call else {
            let Sync(from, to) = *call else { unreachable!("it is none of the other two") };
            if sync(&mut all, from, to)? {
                continue;
            }
            return Ok(Some(Fault::Lost));
        };
        let replica = &mut all[at];
        let mut expected = replica.text()?;
        let mut text = replica.doc.get_or_create_text("text")?;
        if matches!(call, Insert(..)) {
            let place = place % (expected.len() + 1);
            let word: String = letters.by_ref().take(count).collect();
            text.insert(place as u64, &word)?;
            replica.known.extend(word.chars());
            expected.splice(place..place, word.chars());
        } else if !expected.is_empty() {
            let place = place % expected.len();
            let count = count.min(expected.len() - place);
            text.remove(place as u64, count as u64)?;
            replica.gone.extend(expected.drain(place..place + count));
        }
        if replica.text()? != expected {
            return Ok(Some(Fault::Elsewhere));
        }
    }
    let texts = all.iter().map(Replica::text).collect::<JwstCodecResult<Vec<_>>>()?;
    Ok(texts.windows(2).any(|pair| pair[0] != pair[1]).then_some(Fault::Elsewhere))
}

/// One replica gets what another one has and it lacks. True if it then has all of that.
fn sync(all: &mut [Replica], from: usize, to: usize) -> JwstCodecResult<bool> {
    let update = all[from].doc.encode_state_as_update_v1(&all[to].doc.get_state_vector())?;
    let (known, gone) = (all[from].known.clone(), all[from].gone.clone());
    let replica = &mut all[to];
    replica.doc.apply_update_from_binary_v1(update)?;
    replica.known.extend(known);
    replica.gone.extend(gone);
    let seen: BTreeSet<char> = replica.text()?.into_iter().collect();
    Ok(seen == &replica.known - &replica.gone)
}
