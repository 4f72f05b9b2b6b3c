//! A failure, once more in a fresh process.
//!
//! An input that fails only because of the process's earlier inputs is another bug than it seems, and
//! a replay does not show it again. *Choice.* A group of failures needs one that repeats. The
//! smallest is tried, since people look at it. If that one does not, the next is tried, until one
//! does. All others are only counted. Each start of a process takes longer than a thousand inputs.
//! *Exception.* An answer that others are concluded from is confirmed until its cause was a hundred
//! times in a row.

use std::collections::HashMap;
use std::sync::Mutex;

use crate::driver::{StartFailure, Starter};
use crate::failure::FailureCause;
use crate::schedule::lane::Lane;
use crate::schedule::lane::alone::{Alone, alone};
use crate::schedule::lane::answer::SentRequest;
use crate::schedule::lane::answer::{BrokenReply, DriverAnswer};
use crate::schedule::open::verdict::AnswerJudge;
use crate::schedule::open::verdict::listed;
use crate::schedule::open::{FailedSending, OpenInput};

/// The number of confirmations in a row after which a cause is believed, where answers are kept.
const BELIEVED: u32 = 100;

/// The confirmed failures of all workers, by operation and by the place and text of the cause.
pub(in crate::schedule) struct ConfirmedFailures {
    /// The number of confirmations in a row after which a group needs no more.
    enough: u32,
    groups: Mutex<HashMap<FailureClass, ConfirmedGroup>>,
}

type FailureClass = (usize, Option<String>, String);

/// The confirmations of one group.
#[derive(Clone, Copy, Default)]
struct ConfirmedGroup {
    in_a_row: u32,
    /// The number in the run of the first input that was confirmed, and its size.
    first: Option<(u64, u64)>,
}

impl ConfirmedFailures {
    /// `keeps_answers`: others are concluded from the answers.
    pub fn new(keeps_answers: bool) -> ConfirmedFailures {
        let enough = if keeps_answers { BELIEVED } else { 1 };
        ConfirmedFailures { enough, groups: Mutex::default() }
    }

    /// True if a failure still has to be tried again. An earlier input has to be even if a later one, which
    /// another worker had, is confirmed: the result is the same for any number of workers.
    fn needs(&self, class: &FailureClass, number: u64, size: u64) -> bool {
        let groups = self.groups.lock().expect("no holder of the lock panics");
        let group = groups.get(class).copied().unwrap_or_default();
        let is_before = |(first, least): (u64, u64)| number < first || size < least;
        group.in_a_row < self.enough || group.first.is_none_or(is_before)
    }

    fn learn(&self, class: FailureClass, number: u64, size: u64, is_confirmed: bool) {
        let mut groups = self.groups.lock().expect("no holder of the lock panics");
        let group = groups.entry(class).or_default();
        group.in_a_row = if is_confirmed { group.in_a_row + 1 } else { 0 };
        if is_confirmed {
            let (first, least) = group.first.unwrap_or((number, size));
            group.first = Some((first.min(number), least.min(size)));
        }
    }
}

fn class(op: usize, cause: &FailureCause) -> FailureClass {
    (op, cause.at.clone(), cause.text.clone())
}

/// The result of a failure's second trial, in a fresh process.
#[derive(Default)]
pub(in crate::schedule) struct Confirmation {
    /// It fails in a fresh process.
    pub is_confirmed: bool,
    /// The requests before it, if it fails only after them.
    pub after: Option<String>,
}

/// Tries it again. Its causes are then those of the fresh process, or none.
pub(in crate::schedule) fn confirm(
    open: &mut OpenInput,
    number: u64,
    lanes: &[Lane<'_>],
    judge: &mut AnswerJudge<'_>,
    confirmed: &ConfirmedFailures,
) -> Result<Confirmation, StartFailure> {
    let Some(mut found) = open.found.take() else { return Ok(Confirmation::default()) };
    let (op, size) = (open.input.op, open.input.size);
    let group = class(op, &found.causes[0]);
    if !is_doubtful(&found) {
        let is_confirmed = found.rate.is_none() && found.answer.company.is_none();
        if is_confirmed {
            confirmed.learn(group, number, size, true);
        }
        open.found = Some(found);
        return Ok(Confirmation { is_confirmed, after: None });
    }
    if !confirmed.needs(&group, number, size) {
        open.found = Some(found);
        return Ok(Confirmation::default());
    }
    let request = &found.request;
    let answer = answer(lanes[0].starter(), request)?;
    let other = lanes.get(1).map(|lane| answer_of(lane, request)).transpose()?;
    let mut verdict = judge.judge(op, &found.labelled.heap, &answer, other.as_ref());
    if found.is_disagreement && verdict.causes.is_empty() {
        verdict.causes.extend(still_differs(open, &found, &answer, lanes, judge)?);
    }
    let is_confirmed = !verdict.causes.is_empty();
    // A fresh process may fail in another way: then it is that group's.
    let is_alike = verdict.causes.first().is_some_and(|cause| class(op, cause) == group);
    confirmed.learn(group, number, size, is_alike);
    if let (Some(cause), false) = (verdict.causes.first(), is_alike) {
        confirmed.learn(class(op, cause), number, size, true);
    }
    let after = if is_confirmed {
        (found.causes, found.stderr) = (verdict.causes, verdict.stderr);
        (found.answer, found.other) = (answer, other);
        None
    } else {
        found.causes.insert(0, FailureCause::plain("fails only after other inputs"));
        found.answer.before.as_ref().map(|before| listed(judge.question, &before.inputs()))
    };
    open.found = Some(found);
    Ok(Confirmation { is_confirmed, after })
}

/// True if earlier requests may be the reason. A user who asked for repetition already knows of
/// failures that come and go.
fn is_doubtful(found: &FailedSending) -> bool {
    let is_first =
        found.answer.is_first() && found.other.as_ref().is_none_or(DriverAnswer::is_first);
    found.rate.is_none() && found.answer.company.is_none() && (!is_first || found.is_disagreement)
}

fn answer_of(lane: &Lane<'_>, request: &SentRequest) -> Result<DriverAnswer, StartFailure> {
    answer(lane.starter(), request)
}

fn answer(starter: &Starter<'_>, request: &SentRequest) -> Result<DriverAnswer, StartFailure> {
    Ok(DriverAnswer::alone(match alone(starter, request)? {
        Alone::Answered(reply) => *reply,
        Alone::Ended(ended) => Err(BrokenReply::ended(ended)),
    }))
}

/// Two labellings, each in a process of its own.
fn still_differs(
    open: &OpenInput,
    found: &FailedSending,
    answered: &DriverAnswer,
    lanes: &[Lane<'_>],
    judge: &AnswerJudge<'_>,
) -> Result<Option<FailureCause>, StartFailure> {
    let (Some(listed), Ok(reply)) = (open.reference(), &answered.reply) else { return Ok(None) };
    let line = open.line(judge.question, &listed.heap);
    let heap = listed.heap.clone();
    let request = SentRequest { line, heap, ..found.request.clone() };
    let first = answer(lanes[0].starter(), &request)?;
    let Ok(first) = &first.reply else { return Ok(None) };
    Ok(open.disagreement(judge, (listed, first), (&found.labelled, reply)))
}
