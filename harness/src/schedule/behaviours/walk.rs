//! The tree of behaviours, depth first.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use korrel_heapgraph::Record;
use serde_json::{Map, Value, json};

use super::gather::BehaviourRun;
use super::session::{Answer, Session};
use super::{Beginning, BehaviourCall, Behaviours, NextCalls, Reached, Uncalled};
use crate::driver::{Starter, Unstarted};
use crate::failure::{FailedInput, FailureCause};
use crate::input::InputName;
use crate::protocol::{Opinion, Reply};
use crate::report::hash_of;
use crate::schedule::campaign::{Done, InputOutcome};
use crate::schedule::lane::answer::Broken;
use crate::schedule::run::End;

/// The key of a behaviour: what is begun with, and the calls after it.
pub fn behaviour_key(
    members: &Map<String, Value>,
    calls: &[(&str, &Map<String, Value>)],
) -> String {
    let first = Value::Object(members.clone()).to_string();
    let calls = calls.iter().map(|(op, args)| json!([op, args]).to_string());
    let texts: Vec<String> = std::iter::once(first).chain(calls).collect();
    hash_of(texts.iter().map(String::as_str))
}

/// Calls of so many calls before them, and all that follows each, are dealt out whole.
const SPLIT: usize = 3;

/// One of several parts of a tree, dealt out by the keys of calls: the shard, and of that the part of one worker.
#[derive(Clone, Copy)]
pub(super) struct Share {
    /// From 0 on, and the number of shards.
    pub shard: (u64, u64),
    pub worker: (u64, u64),
}

impl Share {
    fn owns(&self, key: &str) -> bool {
        let number = u64::from_str_radix(key, 16).expect("a key is a number");
        let ((shard, shards), (worker, workers)) = (self.shard, self.worker);
        number % shards == shard && number / shards % workers == worker
    }
}

/// What came of a call, or of a beginning.
pub(super) struct Outcome {
    /// The numbers of the beginning and of the calls: outcomes are in the order of these.
    pub place: Vec<u32>,
    /// `None` of a beginning.
    pub done: Option<Done>,
    pub uncalled: Uncalled,
}

/// A state on the way, and the calls that are still to be made in it.
struct Frame<S> {
    state: S,
    /// Each with its number among all calls of the state.
    calls: VecDeque<(u32, BehaviourCall)>,
    /// The call that led here, and its number; none at the beginning.
    call: Option<(u32, BehaviourCall)>,
    /// The driver has kept it.
    is_kept: bool,
}

pub(super) struct Walk<'w, 'c, B: Behaviours> {
    run: BehaviourRun<'w>,
    behaviours: &'w mut B,
    sink: &'c mut dyn FnMut(Outcome) -> bool,
    starter: &'w Starter<'w>,
    session: Session<'w>,
    began: Instant,
    /// The part of the tree that is walked for its outcomes.
    share: Share,
    /// The members of the request that began it, and its number.
    beginning: (u32, Map<String, Value>),
    frames: Vec<Frame<B::State>>,
    /// The frame whose state the program has.
    at: Option<usize>,
    /// The groups of failures of which one failed again, by operation, place and cause.
    confirmed: HashSet<(usize, Option<String>, String)>,
}

/// The failure of a call: its causes, what the driver wrote, and the reply if there is one.
struct Failing {
    causes: Vec<FailureCause>,
    stderr: String,
    reply: Reply,
    is_confirmed: bool,
}

/// What a call was.
enum Made {
    One,
    /// The one that was asked for.
    Wanted,
    /// No more are wanted.
    Enough,
}

/// The verdict on an answer.
enum Judged<S> {
    Right(Reached<S>, Box<Reply>),
    Skipped(String),
    Wrong(Box<Failing>),
}

impl<'w, 'c, B: Behaviours> Walk<'w, 'c, B> {
    /// `sink` gets the outcomes in order, and tells if more are wanted.
    pub fn new(
        run: BehaviourRun<'w>,
        share: Share,
        behaviours: &'w mut B,
        starter: &'w Starter<'w>,
        sink: &'c mut dyn FnMut(Outcome) -> bool,
    ) -> Walk<'w, 'c, B> {
        Walk {
            run,
            behaviours,
            sink,
            starter,
            session: Session::new(starter, run.plan.fresh_every),
            began: Instant::now(),
            share,
            beginning: (0, Map::new()),
            frames: Vec::new(),
            at: None,
            confirmed: HashSet::new(),
        }
    }

    /// Walks through all of its part.
    pub fn through(mut self) -> End {
        let ended = self.all();
        self.session.finish();
        End::of(ended, self.run.stops)
    }

    fn all(&mut self) -> Result<End, Unstarted> {
        for (number, Beginning { members, state }) in
            self.behaviours.beginnings().into_iter().enumerate()
        {
            let owner = behaviour_key(&members, &[]);
            self.beginning = (number as u32, members);
            self.at = None;
            self.frames = vec![Frame {
                state: state.clone(),
                calls: VecDeque::new(),
                call: None,
                is_kept: false,
            }];
            let (calls, left) = self.calls(&state);
            self.frames[0].calls = calls;
            if self.run.wanted.is_none() && self.share.owns(&owner) {
                let place = self.place();
                (self.sink)(Outcome { place, done: None, uncalled: left });
            }
            while let Some(frame) = self.frames.last_mut() {
                if self.run.stops.is_raised() {
                    return Err(Unstarted::Stopped);
                }
                if self.run.plan.budget.is_some_and(|budget| self.began.elapsed() >= budget) {
                    return Ok(End::Budget);
                }
                let Some(call) = frame.calls.pop_front() else {
                    self.frames.pop();
                    continue;
                };
                match self.make(call)? {
                    Made::Wanted => return Ok(End::Exhausted),
                    Made::Enough => return Ok(End::Limit),
                    Made::One => {}
                }
            }
        }
        Ok(End::Exhausted)
    }

    /// The calls of the last frame's state that are wanted, and what is left out.
    fn calls(&mut self, state: &B::State) -> (VecDeque<(u32, BehaviourCall)>, Uncalled) {
        let NextCalls { calls, left } = self.behaviours.calls(state);
        let is_wanted = |(_, call): &(u32, BehaviourCall)| {
            let is_only = self.run.only.is_none_or(|only| only.contains(&self.key(call)));
            is_only && (self.frames.len() != SPLIT || self.share.owns(&self.key(call)))
        };
        ((0..).zip(calls).filter(is_wanted).collect(), left)
    }

    /// The numbers of the beginning and of the calls after it.
    fn place(&self) -> Vec<u32> {
        let calls = self.frames.iter().filter_map(|frame| frame.call.as_ref());
        std::iter::once(self.beginning.0).chain(calls.map(|(number, _)| *number)).collect()
    }

    /// The key of the calls so far, and this one.
    fn key(&self, call: &BehaviourCall) -> String {
        let calls: Vec<_> =
            self.path().chain([call]).map(|call| (self.op(call), &call.args)).collect();
        behaviour_key(&self.beginning.1, &calls)
    }

    fn op(&self, call: &BehaviourCall) -> &str {
        &self.run.question.operations[call.op].name
    }

    fn path(&self) -> impl Iterator<Item = &BehaviourCall> {
        self.frames.iter().filter_map(|frame| frame.call.as_ref().map(|(_, call)| call))
    }

    /// Makes a call in the last state, and goes on from where it leads.
    fn make(&mut self, (number, call): (u32, BehaviourCall)) -> Result<Made, Unstarted> {
        let judged = match self.arrive()? {
            Ok(()) => {
                let last = self.frames.len() - 1;
                self.keep(last)?;
                self.at = None;
                let frame = &self.frames[last];
                let heap = self.behaviours.heap(&frame.state);
                let answer = self.session.call(
                    &self.run.question.operations[call.op].name,
                    &call.args,
                    heap,
                )?;
                self.judged(last, &call, answer)
            }
            Err(failing) => Judged::Wrong(failing),
        };
        let size = self.frames.len() as u64;
        let key = self.key(&call);
        let is_wanted = self.run.wanted == Some(&key[..]);
        // Those below were chosen before.
        let is_own = self.frames.len() > SPLIT || self.share.owns(&key);
        let counts = if self.run.wanted.is_none() { is_own } else { is_wanted };
        let done = Done {
            number: 0,
            op: call.op,
            id: 0,
            size,
            outcome: InputOutcome::Passed,
            key: Some(key),
            labellings: (0, 0),
            is_judged_by_driver: false,
            coverage: None,
            answer: None,
            breach: None,
            is_covered: false,
        };
        let mut place = self.place();
        place.push(number);
        let (done, uncalled) = match judged {
            Judged::Right(Reached { state, open }, mut reply) => {
                let coverage = reply.coverage.take().filter(|_| self.run.plan.coverage);
                let is_judged_by_driver = reply.opinion.is_some() || reply.state.is_some();
                self.frames.push(Frame {
                    state: state.clone(),
                    calls: VecDeque::new(),
                    call: Some((number, call)),
                    is_kept: false,
                });
                self.at = Some(self.frames.len() - 1);
                let (calls, mut left) = self.calls(&state);
                self.frames.last_mut().expect("it was just added").calls = calls;
                left += Uncalled { open, ..Uncalled::default() };
                (Done { coverage, is_judged_by_driver, ..done }, left)
            }
            Judged::Skipped(reason) => {
                (Done { outcome: InputOutcome::Skipped(reason), ..done }, Uncalled::default())
            }
            // Whoever it belongs to tells of it.
            Judged::Wrong(_) if !counts => return Ok(Made::One),
            Judged::Wrong(mut failing) => {
                self.confirm(&call, &mut failing)?;
                let failure = self.failed(&call, *failing, &done);
                let outcome = InputOutcome::Failed(Box::new(failure));
                (Done { outcome, ..done }, Uncalled::default())
            }
        };
        let is_enough = counts && !(self.sink)(Outcome { place, done: Some(done), uncalled });
        Ok(match (is_enough, is_wanted) {
            (true, _) => Made::Enough,
            (_, true) => Made::Wanted,
            _ => Made::One,
        })
    }

    /// Has the program in the last state: as it is, from a snapshot, or by calls from the beginning.
    ///
    /// Returns a failure if it does not come there again.
    fn arrive(&mut self) -> Result<Result<(), Box<Failing>>, Unstarted> {
        let last = self.frames.len() - 1;
        if self.at == Some(last) {
            return Ok(Ok(()));
        }
        let is_kept = self.frames[last].is_kept && self.session.has_snapshots();
        if is_kept && begun(self.session.restore(last)?).is_ok() {
            self.at = Some(last);
            return Ok(Ok(()));
        }
        self.again(last)
    }

    /// Begins anew, and makes the calls up to a state.
    fn again(&mut self, last: usize) -> Result<Result<(), Box<Failing>>, Unstarted> {
        self.frames.iter_mut().for_each(|frame| frame.is_kept = false);
        let heap = self.behaviours.heap(&self.frames[0].state);
        let answer = self.session.reset(&self.beginning.1, heap)?;
        if let Err(mut failing) = begun(answer) {
            failing.causes.insert(0, FailureCause::plain("cannot begin"));
            return Ok(Err(failing));
        }
        for at in 1..=last {
            self.keep(at - 1)?;
            let (_, call) = self.frames[at].call.clone().expect("it is not the beginning");
            let heap = self.behaviours.heap(&self.frames[at - 1].state);
            let op = &self.run.question.operations[call.op].name;
            let answer = self.session.call(op, &call.args, heap)?;
            match self.judged(at - 1, &call, answer) {
                Judged::Right(Reached { state, .. }, _)
                    if self.behaviours.is_same(&state, &self.frames[at].state) =>
                {
                    // New objects may have other names now.
                    self.frames[at].state = state;
                }
                judged => {
                    let mut failing = match judged {
                        Judged::Wrong(failing) => failing,
                        Judged::Right(_, reply) => Failing::of(Vec::new(), *reply),
                        Judged::Skipped(why) => {
                            Failing::of(vec![FailureCause::plain(why)], Reply::default())
                        }
                    };
                    let told = format!("call {at} ended in another way before");
                    failing.causes.insert(0, FailureCause::plain(NOT_REPEATABLE).with([told]));
                    failing.is_confirmed = true;
                    return Ok(Err(failing));
                }
            }
        }
        self.at = Some(last);
        Ok(Ok(()))
    }

    /// Has the driver keep the state of a frame from which more than one call is to be made.
    fn keep(&mut self, at: usize) -> Result<(), Unstarted> {
        let frame = &self.frames[at];
        if !frame.is_kept && !frame.calls.is_empty() && self.session.has_snapshots() {
            self.frames[at].is_kept = begun(self.session.snapshot(at)?).is_ok();
        }
        Ok(())
    }

    /// The verdict on the answer to a call in the state of a frame.
    fn judged(&mut self, at: usize, call: &BehaviourCall, answer: Answer) -> Judged<B::State> {
        let mut reply = match answer {
            Ok(reply) => reply,
            Err(broken) => return Judged::Wrong(Box::new(broken.into())),
        };
        if let Some(reason) = reply.skip.take() {
            return Judged::Skipped(reason);
        }
        if let Some(Opinion::Fail { cause, message }) = &reply.opinion {
            let message = (!message.is_empty()).then(|| message.clone());
            let cause = FailureCause::message(cause).with(message);
            return Judged::Wrong(Failing::of(vec![cause], *reply));
        }
        match self.behaviours.after(&self.frames[at].state, call, &reply) {
            Ok(state) => Judged::Right(state, reply),
            Err(causes) => Judged::Wrong(Failing::of(causes, *reply)),
        }
    }

    /// Makes the calls once more in a fresh process: one failure of each group.
    fn confirm(&mut self, call: &BehaviourCall, failing: &mut Failing) -> Result<(), Unstarted> {
        let cause = &failing.causes[0];
        let group = (call.op, cause.at.clone(), cause.text.clone());
        if failing.is_confirmed || !self.confirmed.insert(group) {
            return Ok(());
        }
        let fresh = Session::new(self.starter, None);
        let before = std::mem::replace(&mut self.session, fresh);
        let last = self.frames.len() - 1;
        let arrived = self.again(last)?;
        let again = match arrived {
            Err(other) => Some(other),
            Ok(()) => {
                let op = &self.run.question.operations[call.op].name;
                let heap = self.behaviours.heap(&self.frames[last].state);
                let answer = self.session.call(op, &call.args, heap)?;
                match self.judged(last, call, answer) {
                    Judged::Wrong(other) => Some(other),
                    _ => None,
                }
            }
        };
        // It has kept nothing, and the state of the first process is not known.
        self.session.finish();
        self.session = before;
        self.frames.iter_mut().for_each(|frame| frame.is_kept = false);
        self.at = None;
        match again {
            Some(other)
                if other.causes.first().map(|cause| &cause.text)
                    == failing.causes.first().map(|cause| &cause.text) =>
            {
                failing.is_confirmed = true;
            }
            Some(other) => {
                let told =
                    other.causes.iter().map(|cause| format!("in a fresh process: {}", cause.text));
                let cause = FailureCause::plain(NOT_REPEATABLE).with(told);
                failing.causes.insert(0, cause);
            }
            None => {
                let told = ["in a fresh process the same calls pass".to_owned()];
                failing.causes.insert(0, FailureCause::plain(NOT_REPEATABLE).with(told));
            }
        }
        Ok(())
    }

    fn failed(&self, call: &BehaviourCall, failing: Failing, done: &Done) -> FailedInput {
        let Failing { mut causes, stderr, reply, is_confirmed } = failing;
        let lines = self.told(call);
        causes[0].details.extend(lines);
        let state = &self.frames.last().expect("a call is made in a state").state;
        let pre = match self.behaviours.heap(state) {
            Some(heap) => self.behaviours.shown(heap.json(), heap.json()),
            None => Value::Null,
        };
        let key = done.key.clone().expect("calls have keys");
        let name = InputName { key, labelling: None };
        let op = self.op(call).to_owned();
        let failure = FailedInput::answered(op, name, (done.id, done.size), causes, pre, &reply);
        let calls = self.path().chain([call]);
        let calls = calls.map(|call| json!({ "op": self.op(call), "args": call.args })).collect();
        let before = self.behaviours.heap(state).map_or(&Value::Null, Record::json);
        let post = failure.post.as_ref().map(|post| self.behaviours.shown(before, post));
        FailedInput { calls, stderr, is_confirmed, post, ..failure }
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

/// The cause of a failure that is one because it does not come again.
const NOT_REPEATABLE: &str = "not repeatable";

/// The answer to the request that begins a behaviour.
fn begun(answer: Answer) -> Result<(), Box<Failing>> {
    let reply = answer.map_err(|broken| Box::new(Failing::from(broken)))?;
    let cause = match (&reply.throw, &reply.opinion, &reply.skip) {
        (Some(throw), _, _) => Some(format!("{}: {}", throw.ty, throw.message)),
        (_, Some(Opinion::Fail { cause, .. }), _) => Some(cause.clone()),
        (_, _, Some(reason)) => Some(reason.clone()),
        _ => None,
    };
    cause.map_or(Ok(()), |cause| Err(Failing::of(vec![FailureCause::message(&cause)], *reply)))
}

impl Failing {
    fn of(causes: Vec<FailureCause>, reply: Reply) -> Box<Failing> {
        Box::new(Failing { causes, stderr: String::new(), reply, is_confirmed: false })
    }
}

impl From<Broken> for Failing {
    fn from(broken: Broken) -> Failing {
        let Broken { cause, details, stderr, .. } = broken;
        let causes = vec![FailureCause::plain(cause).with(details)];
        Failing { causes, stderr, reply: Reply::default(), is_confirmed: false }
    }
}
