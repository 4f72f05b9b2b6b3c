//! The verdict of all judges on one answer.

use serde_json::{Map, Value, json};

use crate::failure::FailureCause;
use crate::heaps::agree::{HeapState, Renaming, isomorphism};
use crate::oracle::{Oracle, OracleAnswer};
use crate::plan::TestQuestion;
use crate::protocol::{Opinion, Reply};
use crate::schedule::lane::answer::{BrokenReply, DriverAnswer};
use korrel_heapgraph::{Header, Record, Shape};

/// The reason why it is not known whether two answers differ: JSON's readers make such integers
/// approximate.
const TOO_LONG: &str = "an integer has more than 64 bits (let the driver write it as a string)";

/// The verdict on one sending.
#[derive(Default)]
pub(in crate::schedule) struct AnswerVerdict {
    /// Empty if nobody objects.
    pub causes: Vec<FailureCause>,
    pub skip: Option<String>,
    pub stderr: String,
    /// True if the driver has given its opinion.
    pub is_own: bool,
}

/// The data that a judgement needs beside the answers.
pub(in crate::schedule) struct AnswerJudge<'r> {
    pub question: &'r TestQuestion,
    pub types: &'r Header,
    pub oracle: Box<dyn Oracle + 'r>,
}

impl AnswerJudge<'_> {
    /// Judges the answer to an operation on a heap. Beside it stands the other program's, if any.
    pub fn judge(
        &mut self,
        op: usize,
        heap: &Record,
        answer: &DriverAnswer,
        other: Option<&DriverAnswer>,
    ) -> AnswerVerdict {
        let mut verdict = AnswerVerdict::default();
        if let Some(company) = &answer.company {
            let how = &company.ended.how;
            let cause = FailureCause::plain(format!("only in company: {how}"));
            let inputs = listed(self.question, &company.inputs);
            let unanswered = format!("alone each is answered; unanswered were: {inputs}");
            verdict.causes.push(cause.with(how.details()).with([unanswered]));
            verdict.stderr.clone_from(&company.ended.stderr);
        }
        match &answer.reply {
            Err(broken) => verdict.breaks("", broken),
            Ok(Reply { skip: Some(reason), .. }) => verdict.skip = Some(reason.clone()),
            Ok(reply) => {
                self.judge_reply(op, heap, reply, &mut verdict);
                match other.map(|other| &other.reply) {
                    None | Some(Ok(Reply { skip: Some(_), .. })) => {}
                    Some(Err(broken)) => verdict.breaks("the other program: ", broken),
                    Some(Ok(other)) => verdict.causes.extend(self.differs(op, heap, reply, other)),
                }
            }
        }
        verdict
    }

    fn judge_reply(
        &mut self,
        op: usize,
        heap: &Record,
        reply: &Reply,
        verdict: &mut AnswerVerdict,
    ) {
        verdict.is_own = reply.opinion.is_some();
        if let Some(Opinion::Fail { cause, message }) = &reply.opinion {
            let message = (!message.is_empty()).then(|| message.clone());
            verdict.causes.push(FailureCause::message(cause).with(message));
            let tells_nothing_else =
                matches!(reply.result, None | Some(Value::Null)) && reply.post.is_none();
            if tells_nothing_else && reply.throw.is_none() {
                return;
            }
        }
        let throws = self.oracle.throws(op, heap);
        if let Some(throw) = &reply.throw {
            if throws != Some(true) {
                let text = match throw.message.as_str() {
                    "" => throw.ty.clone(),
                    message => format!("{}: {message}", throw.ty),
                };
                verdict.causes.push(FailureCause::message(&text));
            }
            return;
        }
        if throws == Some(true) {
            let name = &self.question.operations[op].name;
            verdict
                .causes
                .push(FailureCause::plain(format!("does not throw, where {name}_throws holds")));
            return;
        }
        let answered =
            OracleAnswer { op, heap, post: reply.post.as_ref(), result: reply.result.as_ref() };
        verdict.causes.extend(self.oracle.judge(&answered).into_iter().map(|violation| {
            FailureCause { text: violation.cause, at: violation.at, details: violation.details }
        }));
    }

    /// The difference between two programs' answers to one heap, if there is one.
    fn differs(
        &self,
        op: usize,
        heap: &Record,
        reply: &Reply,
        other: &Reply,
    ) -> Option<FailureCause> {
        let heap = heap.json();
        let same: Renaming = ids(heap).map(|id| (id.clone(), id.clone())).collect();
        let is_answer = |reply: &Reply| reply.throw.is_none() && reply.skip.is_none();
        let are_answers = is_answer(reply) && is_answer(other);
        let cause = if are_answers && (reply.is_too_long || other.is_too_long) {
            format!("cannot be compared with the other program: {TOO_LONG}")
        } else {
            let what = self.difference(op, (heap, reply), (heap, other), &same)?;
            format!("differs from the other program: {what}")
        };
        let cause = FailureCause::plain(cause);
        Some(cause.with([format!("the other program: {}", told(other))]))
    }

    /// The difference between the answers to two labellings of one heap, if there is one.
    pub fn difference(
        &self,
        op: usize,
        (heap, reply): (&Value, &Reply),
        (other_heap, other): (&Value, &Reply),
        renaming: &Renaming,
    ) -> Option<&'static str> {
        let kind = |reply: &Reply| reply.throw.as_ref().map(|throw| throw.ty.clone());
        if reply.skip.is_some() != other.skip.is_some() {
            return Some("only one skips it");
        }
        if kind(reply) != kind(other) {
            return Some("what is thrown");
        }
        if reply.throw.is_some() || reply.skip.is_some() {
            return None;
        }
        let operation = &self.question.operations[op];
        let is_unordered = operation.result.as_ref().is_some_and(Shape::is_unordered);
        let (after, other_after) = (merged(heap, reply), merged(other_heap, other));
        let state = |after| HeapState::new(self.types, after, &operation.parameters);
        let whole = state(&after).with_result(reply.result.as_ref(), is_unordered);
        let other_whole = state(&other_after).with_result(other.result.as_ref(), is_unordered);
        if isomorphism(&whole, &other_whole, renaming).is_some() {
            return None;
        }
        match isomorphism(&state(&after), &state(&other_after), renaming) {
            None => Some("the state afterwards"),
            Some(_) => Some("the result"),
        }
    }
}

/// The state after an answer: parts that were not answered are as they were.
fn merged(heap: &Value, reply: &Reply) -> Value {
    let Some(post) = &reply.post else { return heap.clone() };
    let post = post.whole();
    let before = heap.as_object().into_iter().flatten();
    let mut after: Map<String, Value> = before
        .filter(|(name, _)| *name == "roots")
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    after.extend(
        post.as_object().into_iter().flatten().map(|(name, value)| (name.clone(), value.clone())),
    );
    Value::Object(after)
}

fn ids(heap: &Value) -> impl Iterator<Item = &String> {
    heap.get("objects").and_then(Value::as_object).into_iter().flatten().map(|(id, _)| id)
}

impl AnswerVerdict {
    fn breaks(&mut self, who: &str, broken: &BrokenReply) {
        let cause = FailureCause::plain(format!("{who}{}", broken.cause));
        self.causes.push(cause.with(broken.details.clone()));
        self.stderr.clone_from(&broken.stderr);
    }
}

/// An answer in words, for people and reports.
pub(in crate::schedule) fn told(reply: &Reply) -> Value {
    let mut told = Map::new();
    if let Some(post) = &reply.post {
        told.insert("post".to_owned(), post.whole().clone());
    }
    if let Some(result) = &reply.result {
        told.insert("result".to_owned(), result.clone());
    }
    if let Some(throw) = &reply.throw {
        told.insert("throw".to_owned(), json!({ "type": throw.ty, "message": throw.message }));
    }
    if let Some(reason) = &reply.skip {
        told.insert("skip".to_owned(), json!(reason));
    }
    Value::Object(told)
}

/// Inputs, listed for people: `remove 0-41, 43, insert 3`.
pub(in crate::schedule) fn listed(question: &TestQuestion, inputs: &[(usize, u64)]) -> String {
    let mut runs: Vec<(usize, u64, u64)> = Vec::new();
    for &(op, id) in inputs {
        match runs.last_mut() {
            Some((of, _, last)) if *of == op && (*last == id || *last + 1 == id) => *last = id,
            _ => runs.push((op, id, id)),
        }
    }
    let mut text = String::new();
    let mut told = None;
    for (op, first, last) in runs {
        if !text.is_empty() {
            text.push_str(", ");
        }
        if told.replace(op) != Some(op) {
            text.push_str(&question.operations[op].name);
            text.push(' ');
        }
        match first == last {
            true => text.push_str(&first.to_string()),
            false => text.push_str(&format!("{first}-{last}")),
        }
    }
    text
}
