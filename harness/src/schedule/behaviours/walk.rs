//! The tree of behaviours, depth first.

use std::collections::{BTreeMap, HashSet, VecDeque};
use std::time::Instant;

use korrel_heapgraph::Record;
use serde_json::{Map, Value, json};

use super::session::{Answer, Session};
use super::{Beginning, BehaviourCall, Behaviours, NextCalls, Reached, Uncalled};
use crate::driver::{Starter, Unstarted};
use crate::failure::{FailedInput, FailureCause};
use crate::input::InputName;
use crate::protocol::{Opinion, Reply, header};
use crate::report::{Collector, hash_of};
use crate::schedule::campaign::{Done, InputOutcome};
use crate::schedule::lane::answer::Broken;
use crate::schedule::plan::{Plan, Stops, TestQuestion};
use crate::schedule::run::End;

/// All that a run of behaviours needs beside them.
#[derive(Clone, Copy)]
pub struct BehaviourRun<'r> {
    pub plan: &'r Plan,
    pub question: &'r TestQuestion,
    pub stops: &'r Stops<'r>,
    /// Only the calls with these keys are made, where there are any.
    pub only: Option<&'r HashSet<String>>,
    /// Only the call with this key counts, and it is the last one, where there is one.
    pub wanted: Option<&'r str>,
}

/// The end of a run of behaviours.
#[derive(Debug)]
pub struct Walked {
    pub end: End,
    /// Behaviours that are no beginning of another one, those that ended in a failure included.
    pub behaviours: u64,
    /// The number of times that the driver began anew, and that it went back to a snapshot.
    pub resets: u64,
    pub restores: u64,
    /// The greatest number of calls of a behaviour.
    pub longest: u64,
}

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

/// Walks through all behaviours.
pub fn run_behaviours<B: Behaviours>(
    run: BehaviourRun<'_>,
    behaviours: &mut B,
    collector: &mut Collector<'_>,
) -> Walked {
    let header = header(&run.question.declarations, &run.question.operations);
    let operations = &run.question.operations;
    let starter = Starter::new(&run.plan.driver, run.plan, &header, operations, run.stops);
    let mut walk = Walk {
        run,
        behaviours,
        collector,
        starter: &starter,
        session: Session::new(&starter, run.plan.fresh_every),
        began: Instant::now(),
        beginning: Map::new(),
        frames: Vec::new(),
        at: None,
        confirmed: HashSet::new(),
        ids: BTreeMap::new(),
        failures: 0,
        walked: Walked { end: End::Exhausted, behaviours: 0, resets: 0, restores: 0, longest: 0 },
    };
    let ended = walk.all();
    walk.session.finish();
    walk.walked.end = match ended {
        Ok(end) => end,
        Err(Unstarted::Refused(refusal)) => End::Refused(refusal),
        Err(Unstarted::Stopped) if run.stops.is_raised_outside() => End::Stopped,
        Err(Unstarted::Stopped) => End::Timeout,
    };
    walk.walked
}

/// A state on the way, and the calls that are still to be made in it.
struct Frame<S> {
    state: S,
    calls: VecDeque<BehaviourCall>,
    /// The call that led here; none at the beginning.
    call: Option<BehaviourCall>,
    /// The driver has kept it.
    is_kept: bool,
}

struct Walk<'w, 'c, B: Behaviours> {
    run: BehaviourRun<'w>,
    behaviours: &'w mut B,
    collector: &'w mut Collector<'c>,
    starter: &'w Starter<'w>,
    session: Session<'w>,
    began: Instant,
    /// The members of the request that began it.
    beginning: Map<String, Value>,
    frames: Vec<Frame<B::State>>,
    /// The frame whose state the program has.
    at: Option<usize>,
    /// The groups of failures of which one failed again, by operation, place and cause.
    confirmed: HashSet<(usize, Option<String>, String)>,
    /// The number of calls of each operation.
    ids: BTreeMap<usize, u64>,
    failures: u64,
    walked: Walked,
}

/// The failure of a call: its causes, what the driver wrote, and the reply if there is one.
struct Failing {
    causes: Vec<FailureCause>,
    stderr: String,
    reply: Reply,
    is_confirmed: bool,
}

/// The verdict on an answer.
enum Judged<S> {
    Right(Reached<S>, Box<Reply>),
    Skipped(String),
    Wrong(Box<Failing>),
}

impl<B: Behaviours> Walk<'_, '_, B> {
    fn all(&mut self) -> Result<End, Unstarted> {
        for Beginning { members, state } in self.behaviours.beginnings() {
            self.beginning = members;
            self.frames.clear();
            let calls = self.calls(&state);
            self.frames = vec![Frame { state, calls, call: None, is_kept: false }];
            self.at = None;
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
                if self.make(call)? {
                    return Ok(End::Exhausted);
                }
                self.collector.tick();
                if self.run.plan.stop_after.is_some_and(|most| self.failures >= most) {
                    return Ok(End::Limit);
                }
            }
        }
        Ok(End::Exhausted)
    }

    /// The calls of a state that are wanted.
    fn calls(&mut self, state: &B::State) -> VecDeque<BehaviourCall> {
        let NextCalls { calls, left } = self.behaviours.calls(state);
        self.collector.report.uncalled += left;
        match self.run.only {
            None => calls.into(),
            Some(only) => calls.into_iter().filter(|call| only.contains(&self.key(call))).collect(),
        }
    }

    /// The key of the calls so far, and this one.
    fn key(&self, call: &BehaviourCall) -> String {
        let calls: Vec<_> =
            self.path().chain([call]).map(|call| (self.op(call), &call.args)).collect();
        behaviour_key(&self.beginning, &calls)
    }

    fn op(&self, call: &BehaviourCall) -> &str {
        &self.run.question.operations[call.op].name
    }

    fn path(&self) -> impl Iterator<Item = &BehaviourCall> {
        self.frames.iter().filter_map(|frame| frame.call.as_ref())
    }

    /// Makes a call in the last state, and goes on from where it leads. Returns true if it was the one that is wanted.
    fn make(&mut self, call: BehaviourCall) -> Result<bool, Unstarted> {
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
        self.walked.longest = self.walked.longest.max(size);
        let key = self.key(&call);
        let is_wanted = self.run.wanted == Some(&key[..]);
        let counts = self.run.wanted.is_none() || is_wanted;
        let id = self.ids.entry(call.op).or_default();
        let done = Done {
            number: 0,
            op: call.op,
            id: *id,
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
        *self.ids.get_mut(&call.op).expect("it was just there") += 1;
        match judged {
            Judged::Right(Reached { state, open }, mut reply) => {
                self.collector.report.uncalled += Uncalled { open, ..Uncalled::default() };
                let coverage = reply.coverage.take().filter(|_| self.run.plan.coverage);
                let is_judged_by_driver = reply.opinion.is_some() || reply.state.is_some();
                if counts {
                    self.collector.done(Done { coverage, is_judged_by_driver, ..done });
                }
                self.frames.push(Frame {
                    state,
                    calls: VecDeque::new(),
                    call: Some(call),
                    is_kept: false,
                });
                self.at = Some(self.frames.len() - 1);
                let state = self.frames.last().expect("it was just added").state.clone();
                let calls = self.calls(&state);
                self.walked.behaviours += u64::from(calls.is_empty());
                self.frames.last_mut().expect("it was just added").calls = calls;
            }
            Judged::Skipped(reason) => {
                if counts {
                    self.collector.done(Done { outcome: InputOutcome::Skipped(reason), ..done });
                }
            }
            Judged::Wrong(mut failing) => {
                self.walked.behaviours += 1;
                if !counts {
                    return Ok(false);
                }
                self.confirm(&call, &mut failing)?;
                let failure = self.failed(&call, *failing, &done);
                let outcome = InputOutcome::Failed(Box::new(failure));
                self.failures += u64::from(self.collector.done(Done { outcome, ..done }));
            }
        }
        Ok(is_wanted)
    }

    /// Has the program in the last state: as it is, from a snapshot, or by calls from the beginning.
    ///
    /// Returns a failure if it does not come there again.
    fn arrive(&mut self) -> Result<Result<(), Box<Failing>>, Unstarted> {
        let last = self.frames.len() - 1;
        if self.at == Some(last) {
            return Ok(Ok(()));
        }
        if self.frames[last].is_kept && self.session.has_snapshots() {
            self.walked.restores += 1;
            if begun(self.session.restore(last)?).is_ok() {
                self.at = Some(last);
                return Ok(Ok(()));
            }
        }
        self.again(last)
    }

    /// Begins anew, and makes the calls up to a state.
    fn again(&mut self, last: usize) -> Result<Result<(), Box<Failing>>, Unstarted> {
        self.frames.iter_mut().for_each(|frame| frame.is_kept = false);
        self.walked.resets += 1;
        let heap = self.behaviours.heap(&self.frames[0].state);
        let answer = self.session.reset(&self.beginning, heap)?;
        if let Err(mut failing) = begun(answer) {
            failing.causes.insert(0, FailureCause::plain("cannot begin"));
            return Ok(Err(failing));
        }
        for at in 1..=last {
            self.keep(at - 1)?;
            let call = self.frames[at].call.clone().expect("it is not the beginning");
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
                Some(call) => rows.push((self.text(call), text)),
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
