//! A failure, once more in a fresh process.
//!
//! An input that fails only because of the process's earlier inputs is another bug than it seems,
//! and a replay does not show it again. *Choice.* A cause that was confirmed a hundred times in a
//! row is believed from then on: if everything fails, each start of a process would take longer
//! than the run.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::driver::{Starter, Unstarted};
use crate::failure::FailureCause;
use crate::schedule::lane::Lane;
use crate::schedule::lane::alone::{Alone, alone};
use crate::schedule::lane::answer::Request;
use crate::schedule::lane::answer::{Broken, DriverAnswer};
use crate::schedule::open::verdict::AnswerJudge;
use crate::schedule::open::verdict::listed;
use crate::schedule::open::{FailedSending, OpenInput};

/// The number of confirmations in a row after which a cause is believed.
const BELIEVED: u32 = 100;

/// The number of times that each operation's causes have been confirmed, by all workers.
#[derive(Default)]
pub(in crate::schedule) struct Confirmed(Mutex<HashMap<(usize, String), u32>>);

impl Confirmed {
    fn count(&self, op: usize, cause: &str, change: impl FnOnce(&mut u32)) -> u32 {
        let mut counts = self.0.lock().expect("no holder of the lock panics");
        let count = counts.entry((op, cause.to_owned())).or_default();
        change(count);
        *count
    }
}

/// The result of a failure's second trial, in a fresh process.
pub(in crate::schedule) struct Confirmation {
    /// The requests before it, if it fails only after them.
    pub after: Option<String>,
}

/// Tries it again; its causes are then those of the fresh process, or that it has none.
pub(in crate::schedule) fn confirm(
    open: &mut OpenInput,
    lanes: &[Lane<'_>],
    judge: &mut AnswerJudge<'_>,
    confirmed: &Confirmed,
) -> Result<Confirmation, Unstarted> {
    let not_needed = Confirmation { after: None };
    let Some(mut found) = open.found.take() else { return Ok(not_needed) };
    let (op, cause) = (open.input.op, found.causes[0].text.clone());
    if !is_doubtful(&found) || confirmed.count(op, &cause, |_| {}) >= BELIEVED {
        open.found = Some(found);
        return Ok(not_needed);
    }
    let request = &found.request;
    let answer = answer(lanes[0].starter(), request)?;
    let other = lanes.get(1).map(|lane| answer_of(lane, request)).transpose()?;
    let mut verdict = judge.judge(op, &found.labelled.heap, &answer, other.as_ref());
    if found.is_disagreement && verdict.causes.is_empty() {
        verdict.causes.extend(still_differs(open, &found, &answer, lanes, judge)?);
    }
    let is_confirmed = !verdict.causes.is_empty();
    confirmed.count(op, &cause, |count| *count = if is_confirmed { *count + 1 } else { 0 });
    let after = if is_confirmed {
        (found.causes, found.stderr) = (verdict.causes, verdict.stderr);
        (found.answer, found.other) = (answer, other);
        None
    } else {
        found.causes.insert(0, FailureCause::plain("fails only after other inputs"));
        found.answer.before.as_ref().map(|before| listed(judge.question, &before.inputs()))
    };
    open.found = Some(found);
    Ok(Confirmation { after })
}

/// True if earlier requests may be the reason. A user who asked for repetition already knows of
/// failures that come and go.
fn is_doubtful(found: &FailedSending) -> bool {
    let is_first =
        found.answer.is_first() && found.other.as_ref().is_none_or(DriverAnswer::is_first);
    found.rate.is_none() && found.answer.company.is_none() && (!is_first || found.is_disagreement)
}

fn answer_of(lane: &Lane<'_>, request: &Request) -> Result<DriverAnswer, Unstarted> {
    answer(lane.starter(), request)
}

fn answer(starter: &Starter<'_>, request: &Request) -> Result<DriverAnswer, Unstarted> {
    Ok(DriverAnswer::alone(match alone(starter, request)? {
        Alone::Answered(reply) => *reply,
        Alone::Ended(ended) => Err(Broken::ended(ended)),
    }))
}

/// Two labellings, each in a process of its own.
fn still_differs(
    open: &OpenInput,
    found: &FailedSending,
    answered: &DriverAnswer,
    lanes: &[Lane<'_>],
    judge: &AnswerJudge<'_>,
) -> Result<Option<FailureCause>, Unstarted> {
    let (Some(listed), Ok(reply)) = (open.reference(), &answered.reply) else { return Ok(None) };
    let line = open.line(judge.question, &listed.heap);
    let request = Request { line, ..found.request.clone() };
    let first = answer(lanes[0].starter(), &request)?;
    let Ok(first) = &first.reply else { return Ok(None) };
    Ok(open.disagreement(judge, (listed, first), (&found.labelled, reply)))
}
