//! The law: an answer that is carried over is the one that the program would have given, for all programs
//! and all inputs.
//!
//! Random programs that read, write, make objects, branch, return and throw are run on heaps of up to three nodes,
//! under any labelling, with any garbage. Equal answers make equal verdicts, for every judge.

mod heaps;
mod interpreter;

use serde_json::{Value, json};

use self::heaps::heaps;
use self::interpreter::{Honesty, LawProgram};
use super::covering::Covering;
use crate::heaps::agree::{HeapState, Renaming, isomorphism};
use crate::heaps::relabel::SplitMix;
use crate::protocol::Reply;
use korrel_heapgraph::Header;

#[derive(Default, Debug)]
struct LawCounts {
    covered: usize,
    /// Answers that were carried over, and are others than the program's.
    wrong: usize,
    refused: usize,
}

/// Carries answers over as `run_lazy` does, and compares each.
fn count(programs: u64, honesty: Honesty) -> LawCounts {
    let header = json!({ "types": { "N": { "key": "int", "next": "N?", "bag": "set N" } } });
    let types = Header::declared(&header).unwrap();
    let heaps = heaps();
    let mut counted = LawCounts::default();
    for seed in 0..programs {
        let program = LawProgram::random(&mut SplitMix::new(seed));
        let mut covering = Covering::new(&types, false);
        for heap in &heaps {
            let answered = program.run(heap, honesty);
            match covering.answer(0, heap) {
                Some(carried) => {
                    counted.covered += 1;
                    let is_same = is_same(&types, heap, [&carried, &answered]);
                    counted.wrong += usize::from(!is_same);
                    assert!(
                        is_same || honesty != Honesty::Honest,
                        "{program:?}\non {heap}\nanswers {answered:?}\nand not {carried:?}"
                    );
                }
                None => match covering.learn(0, heap, &answered) {
                    Ok(()) => {}
                    Err(why) if honesty == Honesty::Honest => {
                        panic!("{why}: {program:?} on {heap}")
                    }
                    Err(_) => {
                        counted.refused += 1;
                        break;
                    }
                },
            }
        }
    }
    counted
}

/// True if two answers are the same to every judge: names of new objects do not matter.
fn is_same(types: &Header, heap: &Value, replies: [&Reply; 2]) -> bool {
    let [after, other] = replies.map(|reply| {
        let part =
            |part: &str| reply.post.as_ref().and_then(|post| post.get(part)).unwrap_or(&heap[part]);
        json!({ "roots": part("roots"), "objects": part("objects"), "sets": part("sets") })
    });
    let state = |of, at: usize| {
        HeapState::new(types, of, &[]).with_result(replies[at].result.as_ref(), false)
    };
    let ids = heap["objects"].as_object().into_iter().flatten().map(|(id, _)| id);
    let same: Renaming = ids.map(|id| (id.clone(), id.clone())).collect();
    let is_one_state = || isomorphism(&state(&after, 0), &state(&other, 1), &same).is_some();
    replies[0].throw == replies[1].throw
        && ((&after, &replies[0].result) == (&other, &replies[1].result) || is_one_state())
}

/// If this failed, an input would get a verdict that it would not get if it was sent.
#[test]
fn what_is_carried_over_is_what_would_be_answered() {
    let counted = count(200, Honesty::Honest);
    assert!(counted.covered > 50_000, "it covers hardly anything: {counted:?}");
}

/// If this failed, the law would hold of anything: without its rule there are wrong verdicts, and drivers are caught
/// that do not keep it.
#[test]
fn a_field_that_is_written_counts_as_read() {
    let counted = count(200, Honesty::BlindWrites);
    assert!(counted.wrong > 0 && counted.refused > 0, "{counted:?}");
}
