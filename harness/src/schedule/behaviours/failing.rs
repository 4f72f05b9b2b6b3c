//! The failure of a call, and what a report says of it.

use korrel_heapgraph::{Record, Shape};
use serde_json::{Value, json};

use super::labelled::{FirstStateLabelling, must_agree};
use super::walk::{BehaviourWalk, CallVerdict};
use super::{BehaviourCall, Behaviours};
use crate::failure::{CheckedBehaviour, DISAGREEMENT, FailedInput, FailureCause};
use crate::input::InputName;
use crate::outcome::Done;
use crate::protocol::Reply;
use crate::schedule::lane::answer::Failing;
use crate::schedule::open::verdict::told;

/// The cause of a failure that is one because it does not come again.
pub(super) const NOT_REPEATABLE: &str = "not repeatable";

impl<B: Behaviours> BehaviourWalk<'_, '_, B> {
    /// The verdict on a call that came out right: its results are kept, or must equal those kept.
    pub(super) fn agreed(
        &mut self,
        call: &BehaviourCall,
        judged: CallVerdict<B::State>,
    ) -> CallVerdict<B::State> {
        let CallVerdict::Right(reached, reply) = judged else { return judged };
        if !must_agree(self.run.plan) {
            return CallVerdict::Right(reached, reply);
        }
        let key = self.key(call);
        let Some(labelling) = &self.labelling else {
            self.listed.insert(key, (reached.state.clone(), (*reply).clone()));
            return CallVerdict::Right(reached, reply);
        };
        // Where the program went another way before, there is nothing to compare with.
        let Some((state, first)) = self.listed.get(&key) else {
            return CallVerdict::Right(reached, reply);
        };
        let kind = |reply: &Reply| reply.throw.as_ref().map(|throw| throw.ty.clone());
        let operation = &self.run.question.operations[call.op];
        let is_set = operation.result.as_ref().is_some_and(Shape::is_unordered);
        let [result, other] = [first, &*reply]
            .map(|reply| labelling.known(reply.result.as_ref().unwrap_or(&Value::Null), is_set));
        let what = match () {
            _ if kind(first) != kind(&reply) => "what is thrown",
            _ if !self.behaviours.is_same(state, &reached.state) => "the state afterwards",
            _ if result != other => "the result",
            _ => return CallVerdict::Right(reached, reply),
        };
        let cause = FailureCause::plain(format!("{DISAGREEMENT}{what}"))
            .with([format!("as listed: {}", told(first)), format!("relabelled: {}", told(&reply))]);
        CallVerdict::Wrong(Failing::of(vec![cause], *reply))
    }

    pub(super) fn failed(
        &mut self,
        call: &BehaviourCall,
        failing: Failing,
        done: &Done,
    ) -> FailedInput {
        let Failing { mut causes, stderr, reply, is_confirmed, .. } = failing;
        let checked = self.run.plan.checks.then(|| Box::new(self.checked(call)));
        let lines = self.told(call);
        causes[0].details.extend(self.labelling.as_ref().map(FirstStateLabelling::told));
        causes[0].details.extend(lines);
        let state = &self.frames.last().expect("a call is made in a state").state;
        let pre = match self.behaviours.heap(state) {
            Some(heap) => self.behaviours.shown(heap.json(), heap.json()),
            None => Value::Null,
        };
        let key = done.key.clone().expect("calls have keys");
        let name = InputName { key, labelling: self.labelling.as_ref().map(|one| one.number) };
        let op = self.op(call).to_owned();
        let failure = FailedInput::answered(op, name, (done.id, done.size), causes, pre, &reply);
        let calls = self.calls_json(call);
        let before = self.behaviours.heap(state).map_or(&Value::Null, Record::json);
        let post = failure.post.as_ref().map(|post| self.behaviours.shown(before, post));
        FailedInput { calls, checked, stderr, is_confirmed, post, ..failure }
    }

    /// The calls so far, and this one.
    fn calls_json(&self, call: &BehaviourCall) -> Vec<Value> {
        let calls = self.path().chain([call]);
        calls.map(|call| json!({ "op": self.op(call), "args": call.args })).collect()
    }

    /// What a test of the calls makes and asserts.
    fn checked(&mut self, call: &BehaviourCall) -> CheckedBehaviour {
        let threw = self.frames.iter().filter(|frame| frame.call.is_some());
        let threw = threw.map(|frame| frame.reply.throw.is_some()).collect();
        let state = &self.frames.last().expect("a call is made in a state").state;
        let mut right = self.behaviours.right(state, call);
        let mut calls = self.calls_json(call);
        let mut beginning = self.beginning.1.clone();
        if let Some(labelling) = &self.labelling {
            beginning = labelling.members.clone();
            calls.iter_mut().for_each(|call| call["args"] = labelling.sent(&call["args"]));
            right.iter_mut().for_each(|right| right.rename(|value| labelling.sent(value)));
        }
        CheckedBehaviour { beginning, calls, threw, right }
    }

    /// The calls and the states between them, for people.
    fn told(&self, call: &BehaviourCall) -> Vec<String> {
        let mut rows = Vec::new();
        for frame in &self.frames {
            let text = self.behaviours.text(&frame.state);
            match &frame.call {
                None if text.is_empty() => {}
                None => rows.push(("begins".to_owned(), text)),
                Some((_, call)) => rows.push((self.text(call), text)),
            }
        }
        rows.push((self.text(call), "fails".to_owned()));
        let width = rows.iter().map(|(call, _)| call.chars().count()).max().unwrap_or(0).min(40);
        let number = rows.len().to_string().len();
        let line = |(at, (call, state)): (usize, (String, String))| {
            let line = format!("{:>number$}. {call:width$}  {state}", at + 1);
            line.trim_end().to_owned()
        };
        std::iter::once("calls:".to_owned()).chain(rows.into_iter().enumerate().map(line)).collect()
    }

    /// `deposit(depositor "bob", amount 5)`.
    fn text(&self, call: &BehaviourCall) -> String {
        let args = call
            .args
            .iter()
            .map(|(name, value)| format!("{name} {}", self.behaviours.value(value)));
        format!("{}({})", self.op(call), args.collect::<Vec<_>>().join(", "))
    }
}
