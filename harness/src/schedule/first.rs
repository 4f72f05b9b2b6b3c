//! The first outcomes of a run: they tell a driver that can answer nothing.
//!
//! *Problem.* A driver with a typo crashes on every input. Each crash costs a start, and the first one of a group
//! another one. One that hangs costs its time for each of a thousand inputs. A report on all of them would say no more
//! than a report on a few. *Choice.* If each of the first ten inputs ends the driver by one cause, no more are tried,
//! and the report says so. Three are enough if there was no answer: each of these costs the whole time limit. The one after
//! them is waited for, so that ten inputs that are all there are make a whole.
//! *Rejected.* A refusal, as of a driver that cannot be started: these may be failures of the code under test, and are
//! reported as such.

use crate::failure::{is_end_of_driver, is_hang};
use crate::outcome::{Done, End, InputOutcome};

/// So many first inputs without an answer are enough.
const HANGS: u64 = 3;

/// Looks at the first outcomes, and counts failures.
pub(super) struct FirstOutcomes {
    /// The greatest number of those that have to be alike, or `None` once one was not.
    most: Option<u64>,
    alike: u64,
    cause: Option<String>,
    /// The failures that count, and the number of them after which no more are wanted.
    failures: u64,
    stop_after: Option<u64>,
}

impl FirstOutcomes {
    /// `most`, `stop_after`: those of the plan.
    pub fn new(most: Option<u64>, stop_after: Option<u64>) -> FirstOutcomes {
        FirstOutcomes { most, alike: 0, cause: None, failures: 0, stop_after }
    }

    /// Hands an outcome to `take`, which tells whether it is a failure that counts. Returns the end of the run if no
    /// more are wanted.
    pub fn add(&mut self, done: Done, take: impl FnOnce(Done) -> bool) -> Option<End> {
        if self.are_alike() {
            return Some(End::Alike);
        }
        let is_failure = matches!(done.outcome, InputOutcome::Failed(_));
        let cause = FirstOutcomes::cause(&done.outcome);
        let is_new = take(done);
        self.failures += u64::from(is_new && is_failure);
        self.learn(cause, is_new);
        self.stop_after.is_some_and(|most| self.failures >= most).then_some(End::Limit)
    }

    /// True if so many outcomes, all that there were, are the driver's end by one cause.
    pub fn are_alike(&self) -> bool {
        let hangs = if self.cause.as_deref().is_some_and(is_hang) { HANGS } else { u64::MAX };
        self.most.is_some_and(|most| self.alike >= most.min(hangs))
    }

    /// The cause of a failure in which the driver ended.
    fn cause(outcome: &InputOutcome) -> Option<String> {
        match outcome {
            InputOutcome::Failed(failure) => {
                let cause = &failure.causes.first()?.text;
                is_end_of_driver(cause).then(|| cause.clone())
            }
            _ => None,
        }
    }

    /// Learns the next outcome by its cause. `is_new`: no known failure.
    fn learn(&mut self, cause: Option<String>, is_new: bool) {
        let is_alike = self.cause.is_none() || self.cause == cause;
        match cause {
            Some(cause) if is_new && is_alike => {
                self.alike += 1;
                self.cause = Some(cause);
            }
            _ => self.most = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this failed, a driver with a typo would crash on a thousand inputs, or one that answers most would be
    /// given up.
    #[test]
    fn only_ends_by_one_cause_are_alike() {
        let crash = || Some("crash: exit code 1".to_owned());
        let hang = || Some("no answer within 5 s".to_owned());
        let after = |causes: &[Option<String>], is_new: bool| {
            let mut first = FirstOutcomes::new(Some(4), None);
            causes.iter().for_each(|cause| first.learn(cause.clone(), is_new));
            first.are_alike()
        };
        let crashes = [crash(), crash(), crash(), crash()];
        assert!(after(&crashes, true));
        assert!(!after(&crashes[1..], true), "these are too few");
        assert!(!after(&[&[crash(), None][..], &crashes].concat(), true), "one was answered");
        assert!(!after(&[&[Some("crash: exit code 2".to_owned())][..], &crashes].concat(), true));
        assert!(!after(&crashes, false), "known failures are expected");
        assert!(after(&[hang(), hang(), hang()], true), "each of them costs the time limit");
        assert!(!after(&[hang(), hang()], true), "these are too few");
        assert!(!after(&[None, hang(), hang(), hang(), hang()], true), "one was answered");
        for cause in
            ["crash: exit code 1", "no answer within 5 s", "the driver ended (exit code 0)"]
        {
            assert!(is_end_of_driver(cause));
        }
        assert!(!is_end_of_driver("KeyError: #"));
    }
}
