//! Decides whether a spec allows exactly one state after an input.
//!
//! *Problem.* A test that is written for a failure should hold the right answer, and the spec only tells
//! of a given answer whether it is right. *Choice.* All states are tried in which each object is reached from
//! the roots, which stay as they were: the fields of the reached objects get each value that their shapes
//! allow, objects of the input, a new one of each type, the integers of the scope. Failures that are
//! shown are small, and so are these spaces. If one is not, nothing is claimed. *Rejected.* A search as
//! for instances, which knows one state.

use korrel_harness::{FailedInput, Oracle, OracleAnswer};
use serde_json::{Value as Json, json};

use crate::oracle::{SpecOracle, SpecOracles};
use crate::subject::Subject;
use crate::values::{ObjectChoice, UnfilledReason, ValueSpace};

/// The greatest number of states that are judged.
const MOST: u32 = 20_000;

/// The right answer to an input, as far as a spec determines it.
pub enum RightAnswer {
    /// The spec does not determine it.
    Unknown,
    /// This state, `{"objects":{…}}`, with this result if one is declared.
    Only { post: Json, result: Option<Json> },
    /// The postcondition alone judges the states before and after. More than one is right if that is known.
    Judged { is_several: bool },
}

/// The right answer to an input that fails. A returned value is not in the states, so a postcondition that
/// mentions one does not judge them alone.
pub fn right_answer(oracles: &SpecOracles<'_>, failure: &FailedInput) -> RightAnswer {
    let subjects = oracles.subjects;
    let op = subjects.iter().position(|subject| subject.operation.name == failure.op);
    let Some(op) = op else { return RightAnswer::Unknown };
    let Some(post) = &subjects[op].conditions.post else { return RightAnswer::Unknown };
    let mut oracle = oracles.spec_oracle();
    if oracle.throws(op, &failure.pre.clone().into()) == Some(true) {
        return RightAnswer::Unknown;
    }
    let is_several = match allowed(failure, op, &subjects[op], &mut oracle) {
        AllowedStates::Only(post, result) => return RightAnswer::Only { post, result },
        AllowedStates::Several => true,
        AllowedStates::Unknown => false,
    };
    match &post.result {
        Some(_) => RightAnswer::Unknown,
        None => RightAnswer::Judged { is_several },
    }
}

/// The states that a spec allows after an input.
#[derive(Debug, PartialEq)]
enum AllowedStates {
    /// This state, `{"objects":{…}}`, with this result if one is declared.
    Only(Json, Option<Json>),
    Several,
    /// There are too many states, values without an end, or none is right.
    Unknown,
}

fn allowed(
    failure: &FailedInput,
    op: usize,
    subject: &Subject,
    oracle: &mut SpecOracle<'_>,
) -> AllowedStates {
    let (types, pre) = (&subject.types, &failure.pre);
    let is_of_objects =
        types.sets.is_empty() && types.relations.is_empty() && types.fixed.is_empty();
    let (Some(old), Some(roots), true) =
        (pre["objects"].as_object(), pre["roots"].as_object(), is_of_objects)
    else {
        return AllowedStates::Unknown;
    };
    let mut space = ValueSpace::new(types, old, subject.integers);
    space.concrete().collect::<Vec<_>>().into_iter().for_each(|ty| space.add_new(ty));
    let result = subject.operation.result.as_ref();
    let Some(results) = result.map_or(Some(vec![Json::Null]), |shape| space.values(shape)) else {
        return AllowedStates::Unknown;
    };
    let mut choice = ObjectChoice::new(space, false);
    let is_old = |id: &&Json| id.as_str().is_some_and(|id| old.contains_key(id));
    roots.values().filter(is_old).for_each(|root| choice.reach(root));
    let (heap, mut left, mut found) = (pre.clone().into(), MOST, Vec::new());
    let filled = choice.fill(0, 0, &mut |objects| {
        let post = json!({ "objects": objects }).into();
        for result in &results {
            if left == 0 || found.len() > 1 {
                break;
            }
            left -= 1;
            let answered =
                OracleAnswer { op, heap: &heap, post: Some(&post), result: Some(result) };
            if oracle.judge(&answered).is_empty() {
                found.push((objects.clone(), result.clone()));
            }
        }
        left > 0 && found.len() <= 1
    });
    match found.as_slice() {
        [_, _, ..] => AllowedStates::Several,
        _ if left == 0 || matches!(filled, Err(UnfilledReason::Unlisted(_))) => {
            AllowedStates::Unknown
        }
        [] => AllowedStates::Unknown,
        [(post, value)] if post.keys().all(|id| old.contains_key(id)) => {
            AllowedStates::Only(json!({ "objects": post }), result.map(|_| value.clone()))
        }
        // A new object could have any name.
        [_] => AllowedStates::Several,
    }
}
