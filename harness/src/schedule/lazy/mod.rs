//! `--lazy`: an input is not sent if a deterministic program would read in it just the values that it has
//! read in another one. The answer to that one is carried over and judged.
//!
//! One input is on its way at a time: its reads decide whether the next one is sent.

mod carry;
mod covering;
mod effect;
mod garbage;
#[cfg(test)]
mod law;
mod tree;

use korrel_heapgraph::Record;

use self::covering::Covering;
use crate::driver::Refusal;
use crate::failure::FailedInput;
use crate::input::{Input, InputName};
use crate::outcome::{Done, End, InputOutcome};
use crate::plan::TestRun;
use crate::protocol::{PostState, Reply};
use crate::schedule::campaign::{Campaign, Supply};
use crate::schedule::lane::answer::DriverAnswer;
use crate::schedule::open::verdict::AnswerJudge;

/// Tries the inputs of a campaign. Those that are covered by others are not sent. `plan.answers` must be set.
pub fn run_lazy(run: TestRun<'_>, campaign: &mut dyn Campaign) -> End {
    let types = &run.question.types;
    let wants_keys = run.plan.keys || campaign.wants_keys();
    let mut lazy = Lazy {
        judge: AnswerJudge { question: run.question, types, oracle: run.oracles.oracle() },
        campaign,
        wants_keys,
        covering: Covering::new(types, run.plan.coverage),
        made: None,
        distrust: None,
    };
    let end = super::run::run(run, &mut lazy);
    lazy.distrust.map_or(end, |why| End::Refused(Refusal::Untrusted { why }))
}

struct Lazy<'l> {
    judge: AnswerJudge<'l>,
    /// The campaign whose inputs these are.
    campaign: &'l mut dyn Campaign,
    wants_keys: bool,
    covering: Covering<'l>,
    /// The heap of the input that is sent and not answered yet.
    made: Option<Record>,
    /// The reason why the driver cannot be trusted.
    distrust: Option<String>,
}

impl Lazy<'_> {
    /// Returns the outcome of an input to which the answer is known.
    fn covered(&mut self, input: &Input, reply: Reply) -> Done {
        let coverage = reply.coverage.clone();
        let answer = DriverAnswer::alone(Ok(reply.clone()));
        let verdict = self.judge.judge(input.op, &input.heap, &answer, None);
        let given = input.name.as_ref().map(|name| name.key.clone());
        let is_failure = !verdict.causes.is_empty();
        let key =
            given.or_else(|| (self.wants_keys || is_failure).then(|| self.judge.oracle.key(input)));
        let outcome = match (is_failure, verdict.skip) {
            (true, _) => {
                let mut causes = verdict.causes;
                causes[0]
                    .details
                    .push("not sent: the program read the same values in another input".to_owned());
                let name = InputName { key: key.clone().unwrap_or_default(), labelling: None };
                let op = self.judge.question.operations[input.op].name.clone();
                let of = (input.id, input.size);
                let failure =
                    FailedInput::answered(op, name, of, causes, input.heap.json().clone(), &reply);
                InputOutcome::Failed(Box::new(failure))
            }
            (false, Some(reason)) => InputOutcome::Skipped(reason),
            (false, None) => InputOutcome::Passed,
        };
        Done {
            key,
            labellings: (1, u64::from(is_failure)),
            is_judged_by_driver: verdict.is_own,
            coverage,
            is_covered: true,
            ..Done::new(input.op, (input.id, input.size), outcome)
        }
    }

    fn learn(&mut self, done: &Done) {
        if done.is_covered {
            return;
        }
        let Some(heap) = self.made.take() else { return };
        let Some(reply) = done.answer.as_ref().filter(|reply| !is_odd(&done.outcome, reply)) else {
            return;
        };
        if let Err(why) = self.covering.learn(done.op, heap.json(), reply) {
            let name = &self.judge.question.operations[done.op].name;
            self.distrust = Some(format!("--lazy: input {} of {name}: {why}", done.id));
        }
    }
}

impl Campaign for Lazy<'_> {
    fn wants_keys(&self) -> bool {
        self.campaign.wants_keys()
    }

    fn next(&mut self) -> Supply {
        if self.distrust.is_some() {
            return Supply::Nothing;
        }
        if self.made.is_some() {
            return Supply::Later;
        }
        let input = match self.campaign.next() {
            Supply::Input(input) => input,
            other => return other,
        };
        match self.covering.answer(input.op, input.heap.json()) {
            Some(reply) => Supply::Covered(Box::new(self.covered(&input, reply))),
            None => {
                self.made = Some(input.heap.clone());
                Supply::Input(input)
            }
        }
    }

    fn done(&mut self, done: Done) -> bool {
        self.learn(&done);
        self.campaign.done(done)
    }

    fn tick(&mut self) {
        self.campaign.tick();
    }
}

/// True for an outcome that comes and goes, or that other inputs cause: it answers for no other
/// input.
fn is_odd(outcome: &InputOutcome, reply: &Reply) -> bool {
    let InputOutcome::Failed(failure) = outcome else { return false };
    let FailedInput { post, result, throw, .. } = failure.as_ref();
    failure.needs_others()
        || (post.as_ref(), result, throw)
            != (reply.post.as_ref().map(PostState::whole), &reply.result, &reply.throw)
}
