//! How the program reaches a state: by staying in it, from a snapshot, or by calls from the beginning.

use super::failing::NOT_REPEATABLE;
use super::session::{DriverSession, SessionAnswer};
use super::walk::{BehaviourWalk, CallVerdict};
use super::{BehaviourCall, BehaviourStep, Behaviours};
use crate::driver::StartFailure;
use crate::failure::FailureCause;
use crate::protocol::{Opinion, Reply};
use crate::schedule::lane::answer::Failing;

impl<B: Behaviours> BehaviourWalk<'_, '_, B> {
    /// Has the program in the last state: as it is, from a snapshot, or by calls from the beginning.
    ///
    /// Returns a failure if it does not come there again.
    pub(super) fn arrive(&mut self) -> Result<Result<(), Box<Failing>>, StartFailure> {
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
    fn again(&mut self, last: usize) -> Result<Result<(), Box<Failing>>, StartFailure> {
        self.frames.iter_mut().for_each(|frame| frame.is_kept = false);
        let heap = self.behaviours.heap(&self.frames[0].state);
        let answer = self.session.reset(&self.beginning.1, heap)?;
        if let Err(mut failing) = begun(answer) {
            failing.causes.insert(0, FailureCause::plain("cannot begin"));
            return Ok(Err(failing));
        }
        let mut is_as_before = true;
        for at in 1..=last {
            self.keep(at - 1)?;
            let (_, call) = self.frames[at].call.clone().expect("it is not the beginning");
            let heap = self.behaviours.heap(&self.frames[at - 1].state);
            let op = &self.run.question.operations[call.op].name;
            let mut answer = self.session.call(op, &call.args, heap)?;
            if let Ok(reply) = &mut answer {
                reply.coverage = None;
                // From the same state the same answer leads to the same one.
                if is_as_before && *reply == self.frames[at].reply {
                    continue;
                }
            }
            is_as_before = false;
            match self.judged(at - 1, &call, answer) {
                CallVerdict::Right(BehaviourStep { state, .. }, reply)
                    if self.behaviours.is_same(&state, &self.frames[at].state) =>
                {
                    // New objects may have other names now.
                    self.frames[at].state = state;
                    self.frames[at].reply = reply;
                }
                judged => {
                    let mut failing = match judged {
                        CallVerdict::Wrong(failing) => failing,
                        CallVerdict::Right(_, reply) => Failing::of(Vec::new(), *reply),
                        CallVerdict::Skipped(why) => {
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
    pub(super) fn keep(&mut self, at: usize) -> Result<(), StartFailure> {
        let frame = &self.frames[at];
        if !frame.is_kept && !frame.calls.is_empty() && self.session.has_snapshots() {
            self.frames[at].is_kept = begun(self.session.snapshot(at)?).is_ok();
        }
        Ok(())
    }

    /// Makes the calls once more in a fresh process: one failure of each group.
    pub(super) fn confirm(
        &mut self,
        call: &BehaviourCall,
        failing: &mut Failing,
    ) -> Result<(), StartFailure> {
        let cause = &failing.causes[0];
        let group = (call.op, cause.at.clone(), cause.text.clone());
        if failing.is_confirmed || !self.confirmed.insert(group) {
            return Ok(());
        }
        let mut fresh = DriverSession::new(self.starter);
        fresh.relabel(self.labelling.clone());
        let before = std::mem::replace(&mut self.session, fresh);
        let again = match self.again(self.frames.len() - 1)? {
            Err(other) => Some(other),
            Ok(()) => match self.called(call)? {
                CallVerdict::Wrong(other) => Some(other),
                _ => None,
            },
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
            // A process that crashes or hangs denies nothing.
            Some(other) if other.is_broken => {
                failing.causes[0].details.push(in_a_fresh_process(&other));
            }
            other => {
                let pass = || "in a fresh process the same calls pass".to_owned();
                let told = [other.as_deref().map_or_else(pass, in_a_fresh_process)];
                failing.causes.insert(0, FailureCause::plain(NOT_REPEATABLE).with(told));
            }
        }
        Ok(())
    }
}

/// What went wrong in another process.
fn in_a_fresh_process(other: &Failing) -> String {
    let told = other.causes.iter().flat_map(|cause| match cause.text == NOT_REPEATABLE {
        true => cause.details.clone(),
        false => vec![cause.text.clone()],
    });
    format!("in a fresh process: {}", told.collect::<Vec<_>>().join("; "))
}

/// The answer to the request that begins a behaviour.
fn begun(answer: SessionAnswer) -> Result<(), Box<Failing>> {
    let reply = answer.map_err(|broken| Box::new(Failing::from(broken)))?;
    let cause = match (&reply.throw, &reply.opinion, &reply.skip) {
        (Some(throw), _, _) => Some(format!("{}: {}", throw.ty, throw.message)),
        (_, Some(Opinion::Fail { cause, .. }), _) => Some(cause.clone()),
        (_, _, Some(reason)) => Some(reason.clone()),
        _ => None,
    };
    cause.map_or(Ok(()), |cause| Err(Failing::of(vec![FailureCause::message(&cause)], *reply)))
}
