//! Replicas of a text of y-octo with calls that proptest draws: how many seeds show replicas that differ after each has synced with
//! each, or a call that fails. `any` is as one writes it who reads the documentation: up to four replicas, words of up to five letters.

#[path = "../../random/by_proptest.rs"]
mod by_proptest;

use by_proptest::tell;
use proptest::prelude::*;
use y_octo_0_1_1::{Doc, JwstCodecResult};

#[derive(Clone, Debug)]
enum Call {
    Insert(usize, usize, String),
    Remove(usize, usize, usize),
    Sync(usize, usize),
}
use Call::{Insert, Remove, Sync};

fn main() {
    tell(
        "y-octo, replicas differ",
        "any",
        &any_calls(),
        |(replicas, calls)| is_right(*replicas, calls),
        |(_, calls)| calls.len(),
    );
}

/// How many replicas there are, and the calls; a place in the text is taken modulo its length.
fn any_calls() -> impl Strategy<Value = (usize, Vec<Call>)> {
    (2..=4_usize).prop_flat_map(|replicas| {
        let (one, other) = (0..replicas, 0..replicas);
        let call = prop_oneof![
            (one.clone(), 0..100_usize, "[a-z]{1,5}")
                .prop_map(|(at, place, text)| Insert(at, place, text)),
            (one.clone(), 0..100_usize, 1..=5_usize)
                .prop_map(|(at, place, count)| Remove(at, place, count)),
            (one, other).prop_map(|(from, to)| Sync(from, to)),
        ];
        (Just(replicas), prop::collection::vec(call, 0..=30))
    })
}

fn is_right(replicas: usize, calls: &[Call]) -> bool {
    run(replicas, calls).is_ok_and(|texts| texts.windows(2).all(|pair| pair[0] == pair[1]))
}

/// The texts after the calls, when each replica has got what each other one has.
fn run(replicas: usize, calls: &[Call]) -> JwstCodecResult<Vec<String>> {
    let mut docs: Vec<Doc> = (1..=replicas as u64).map(Doc::with_client).collect();
    for call in calls {
        match call {
            Insert(at, place, word) => {
                let mut text = docs[*at].get_or_create_text("text")?;
                let length = text.len();
                text.insert(*place as u64 % (length + 1), word)?;
            }
            Remove(at, place, count) => {
                let mut text = docs[*at].get_or_create_text("text")?;
                let length = text.len();
                if length > 0 {
                    let place = *place as u64 % length;
                    text.remove(place, (*count as u64).min(length - place))?;
                }
            }
            Sync(from, to) => sync(&mut docs, *from, *to)?,
        }
    }
    let pairs = (0..replicas).flat_map(|from| (0..replicas).map(move |to| (from, to)));
    for (from, to) in pairs.clone().chain(pairs) {
        sync(&mut docs, from, to)?;
    }
    docs.iter().map(|doc| Ok(doc.get_or_create_text("text")?.to_string())).collect()
}

fn sync(docs: &mut [Doc], from: usize, to: usize) -> JwstCodecResult {
    if from == to {
        return Ok(());
    }
    let update = docs[from].encode_state_as_update_v1(&docs[to].get_state_vector())?;
    docs[to].apply_update_from_binary_v1(update)
}
