//! The tree of behaviours, depth first.

use std::collections::{HashSet, VecDeque};
use std::time::Instant;

use serde_json::{Map, Value, json};

use super::labelled::{FirstStateLabelling, ListedOutcomes, labellings, must_agree};
use super::session::{DriverSession, SessionAnswer};
use super::{Beginning, BehaviourCall, BehaviourStep, Behaviours, NextCalls};
use crate::driver::{StartFailure, Starter};
use crate::failure::FailureCause;
use crate::outcome::{Done, End, InputOutcome, UncalledSteps};
use crate::plan::{Plan, Stops, TestQuestion};
use crate::protocol::{Opinion, Reply};
use crate::schedule::lane::answer::Failing;
use korrel_heapgraph::hash::hash_of;

/// The key of a behaviour: its beginning, and the calls after it.
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

/// All that a run of behaviours needs beside them.
#[derive(Clone, Copy)]
pub struct BehaviourRun<'r> {
    pub plan: &'r Plan,
    pub question: &'r TestQuestion,
    pub stops: &'r Stops<'r>,
    /// Only this part of all calls: its number from 1 on, and that of all parts.
    pub shard: Option<(u32, u32)>,
    /// Only the calls with these keys are made, where there are any.
    pub only: Option<&'r HashSet<String>>,
    /// Only the call with this key counts, and it is the last one, where there is one.
    pub wanted: Option<&'r str>,
}

/// One of several parts of a tree, dealt out by the keys of calls: the shard, and of that the part of one worker.
#[derive(Clone, Copy)]
pub(super) struct ShardShare {
    /// From 0 on, and the number of shards.
    pub shard: (u64, u64),
    pub worker: (u64, u64),
}

impl ShardShare {
    fn owns(&self, key: &str) -> bool {
        let number = u64::from_str_radix(key, 16).expect("a key is a number");
        let ((shard, shards), (worker, workers)) = (self.shard, self.worker);
        number % shards == shard && number / shards % workers == worker
    }
}

/// What came of a call, or of a beginning.
pub(super) struct CallOutcome {
    /// The numbers of the beginning and of the calls: outcomes are in the order of these.
    pub place: Vec<u32>,
    /// `None` of a beginning.
    pub done: Option<Done>,
    pub uncalled: UncalledSteps,
}

/// A state on the way, and the calls that are still to be made in it.
pub(super) struct WalkFrame<S> {
    pub state: S,
    /// Each with its number among all calls of the state.
    pub calls: VecDeque<(u32, BehaviourCall)>,
    /// The call that led here, and its number, or none at the beginning.
    pub call: Option<(u32, BehaviourCall)>,
    /// The driver has kept it.
    pub is_kept: bool,
    /// The answer to the call that led here, without what it covered.
    pub reply: Box<Reply>,
}

pub(super) struct BehaviourWalk<'w, 'c, B: Behaviours> {
    pub run: BehaviourRun<'w>,
    pub behaviours: &'w mut B,
    sink: &'c mut dyn FnMut(CallOutcome) -> bool,
    pub starter: &'w Starter<'w>,
    pub session: DriverSession<'w>,
    began: Instant,
    /// The part of the tree that is walked for its outcomes.
    share: ShardShare,
    /// The members of the request that began it, and its number.
    pub beginning: (u32, Map<String, Value>),
    /// The names under which its objects are sent.
    pub labelling: Option<FirstStateLabelling>,
    /// What came of calls as they are listed, where labellings must agree.
    pub listed: ListedOutcomes<B::State>,
    pub frames: Vec<WalkFrame<B::State>>,
    /// The frame whose state the program has.
    pub at: Option<usize>,
    /// The groups of failures in which one failed again, by operation, place and cause.
    pub confirmed: HashSet<(usize, Option<String>, String)>,
}

/// What a call was.
enum CallKind {
    One,
    /// The one that was asked for.
    Wanted,
    /// No more are wanted.
    Enough,
}

/// The verdict on an answer.
pub(super) enum CallVerdict<S> {
    Right(BehaviourStep<S>, Box<Reply>),
    Skipped(String),
    Wrong(Box<Failing>),
}

impl<'w, 'c, B: Behaviours> BehaviourWalk<'w, 'c, B> {
    /// `sink` gets the outcomes in order, and tells if more are wanted.
    pub fn new(
        run: BehaviourRun<'w>,
        share: ShardShare,
        behaviours: &'w mut B,
        starter: &'w Starter<'w>,
        sink: &'c mut dyn FnMut(CallOutcome) -> bool,
    ) -> BehaviourWalk<'w, 'c, B> {
        BehaviourWalk {
            run,
            behaviours,
            sink,
            starter,
            session: DriverSession::new(starter),
            began: Instant::now(),
            share,
            beginning: (0, Map::new()),
            labelling: None,
            listed: ListedOutcomes::new(),
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

    fn all(&mut self) -> Result<End, StartFailure> {
        let (plan, question) = (self.run.plan, self.run.question);
        let beginnings = self.behaviours.beginnings();
        let labelled = (0..).zip(&beginnings).flat_map(|(number, beginning)| {
            let labellings = labellings(plan, question, (number, beginning));
            labellings.into_iter().map(move |labelling| (labelling, beginning.clone()))
        });
        for (number, (labelling, Beginning { members, state })) in labelled.enumerate() {
            self.session.relabel(labelling.clone());
            self.labelling = labelling;
            let owner = behaviour_key(&members, &[]);
            self.beginning = (number as u32, members);
            self.at = None;
            self.frames = vec![WalkFrame {
                state: state.clone(),
                calls: VecDeque::new(),
                call: None,
                is_kept: false,
                reply: Box::default(),
            }];
            let (calls, left) = self.calls(&state);
            self.frames[0].calls = calls;
            if self.run.wanted.is_none() && self.share.owns(&owner) {
                let place = self.place();
                (self.sink)(CallOutcome { place, done: None, uncalled: left });
            }
            while let Some(frame) = self.frames.last_mut() {
                if self.run.stops.is_raised() {
                    return Err(StartFailure::Stopped);
                }
                if self.run.plan.budget.is_some_and(|budget| self.began.elapsed() >= budget) {
                    return Ok(End::Budget);
                }
                let Some(call) = frame.calls.pop_front() else {
                    self.frames.pop();
                    continue;
                };
                match self.make(call)? {
                    // It is wanted under a labelling, too.
                    CallKind::Wanted if self.labelling.is_none() && must_agree(plan) => break,
                    CallKind::Wanted => return Ok(End::Exhausted),
                    CallKind::Enough => return Ok(End::Limit),
                    CallKind::One => {}
                }
            }
        }
        Ok(End::Exhausted)
    }

    /// The calls of the last frame's state that are wanted, and those that are left out.
    fn calls(&mut self, state: &B::State) -> (VecDeque<(u32, BehaviourCall)>, UncalledSteps) {
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
    pub(super) fn key(&self, call: &BehaviourCall) -> String {
        let calls: Vec<_> =
            self.path().chain([call]).map(|call| (self.op(call), &call.args)).collect();
        behaviour_key(&self.beginning.1, &calls)
    }

    pub(super) fn op(&self, call: &BehaviourCall) -> &str {
        &self.run.question.operations[call.op].name
    }

    pub(super) fn path(&self) -> impl Iterator<Item = &BehaviourCall> {
        self.frames.iter().filter_map(|frame| frame.call.as_ref().map(|(_, call)| call))
    }

    /// Makes a call in the last state, and goes on from where it leads.
    fn make(&mut self, (number, call): (u32, BehaviourCall)) -> Result<CallKind, StartFailure> {
        let judged = match self.arrive()? {
            Ok(()) => {
                self.keep(self.frames.len() - 1)?;
                self.at = None;
                self.called(&call)?
            }
            Err(failing) => CallVerdict::Wrong(failing),
        };
        let size = self.frames.len() as u64;
        let key = self.key(&call);
        let is_wanted = self.run.wanted == Some(&key[..]);
        // Those below were chosen before.
        let is_own = self.frames.len() > SPLIT || self.share.owns(&key);
        let counts = if self.run.wanted.is_none() { is_own } else { is_wanted };
        let done = Done {
            key: Some(key),
            is_renamed: self.labelling.is_some(),
            ..Done::new(call.op, (0, size), InputOutcome::Passed)
        };
        let mut place = self.place();
        place.push(number);
        let (done, uncalled) = match judged {
            CallVerdict::Right(BehaviourStep { state, open }, mut reply) => {
                let coverage = reply.coverage.take().filter(|_| self.run.plan.coverage);
                let is_judged_by_driver = reply.opinion.is_some() || reply.state.is_some();
                self.frames.push(WalkFrame {
                    state: state.clone(),
                    calls: VecDeque::new(),
                    call: Some((number, call)),
                    is_kept: false,
                    reply,
                });
                self.at = Some(self.frames.len() - 1);
                let (calls, mut left) = self.calls(&state);
                self.frames.last_mut().expect("it was just added").calls = calls;
                left += UncalledSteps { open, ..UncalledSteps::default() };
                (Done { coverage, is_judged_by_driver, ..done }, left)
            }
            CallVerdict::Skipped(reason) => {
                (Done { outcome: InputOutcome::Skipped(reason), ..done }, UncalledSteps::default())
            }
            // The walker that it belongs to reports it.
            CallVerdict::Wrong(_) if !counts => return Ok(CallKind::One),
            CallVerdict::Wrong(mut failing) => {
                self.confirm(&call, &mut failing)?;
                let failure = self.failed(&call, *failing, &done);
                let outcome = InputOutcome::Failed(Box::new(failure));
                (Done { outcome, ..done }, UncalledSteps::default())
            }
        };
        let is_enough = counts && !(self.sink)(CallOutcome { place, done: Some(done), uncalled });
        Ok(match (is_enough, is_wanted) {
            (true, _) => CallKind::Enough,
            (_, true) => CallKind::Wanted,
            _ => CallKind::One,
        })
    }

    /// Makes a call in the last state, where the program is.
    pub(super) fn called(
        &mut self,
        call: &BehaviourCall,
    ) -> Result<CallVerdict<B::State>, StartFailure> {
        let last = self.frames.len() - 1;
        let heap = self.behaviours.heap(&self.frames[last].state);
        let op = &self.run.question.operations[call.op].name;
        let answer = self.session.call(op, &call.args, heap)?;
        let judged = self.judged(last, call, answer);
        Ok(self.agreed(call, judged))
    }

    /// The verdict on the answer to a call in the state of a frame.
    pub(super) fn judged(
        &mut self,
        at: usize,
        call: &BehaviourCall,
        answer: SessionAnswer,
    ) -> CallVerdict<B::State> {
        let mut reply = match answer {
            Ok(reply) => reply,
            Err(broken) => return CallVerdict::Wrong(Box::new(broken.into())),
        };
        if let Some(reason) = reply.skip.take() {
            return CallVerdict::Skipped(reason);
        }
        if let Some(Opinion::Fail { cause, message }) = &reply.opinion {
            let message = (!message.is_empty()).then(|| message.clone());
            let cause = FailureCause::message(cause).with(message);
            return CallVerdict::Wrong(Failing::of(vec![cause], *reply));
        }
        match self.behaviours.after(&self.frames[at].state, call, &reply) {
            Ok(state) => CallVerdict::Right(state, reply),
            Err(causes) => CallVerdict::Wrong(Failing::of(causes, *reply)),
        }
    }
}
