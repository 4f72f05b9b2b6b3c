//! A driver's side of a run: takes inputs, has them answered, and judges.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::Sender;

use crate::driver::{Process, StartFailure, TICK, wait};
use crate::failure::FailedInput;
use crate::input::{Input, InputName};
use crate::outcome::{Done, InputOutcome};
use crate::plan::{Plan, Stops, TestQuestion};
use crate::schedule::lane::Lane;
use crate::schedule::lane::answer::SentRequest;
use crate::schedule::open::confirm::{Confirmation, ConfirmedFailures, confirm};
use crate::schedule::open::copies::LabellingCopies;
use crate::schedule::open::verdict::listed;
use crate::schedule::open::verdict::{AnswerJudge, told};
use crate::schedule::open::{FailedSending, OpenInput, Rules};
use crate::schedule::queue::{InputQueue, NextInput};

/// The data that all workers of a run share.
pub(super) struct SharedRun<'r> {
    pub plan: &'r Plan,
    pub question: &'r TestQuestion,
    pub queue: &'r InputQueue,
    pub stops: &'r Stops<'r>,
    pub confirmed: &'r ConfirmedFailures,
    /// Keys of inputs that pass are wanted, too.
    pub wants_keys: bool,
}

pub(super) struct Worker<'r> {
    shared: &'r SharedRun<'r>,
    judge: AnswerJudge<'r>,
    rules: Rules,
    /// Each input has one sending.
    is_sent_once: bool,
    /// The driver, and the other program if there is one.
    lanes: Vec<Lane<'r>>,
    /// Boxed: they are moved about as others come and go.
    open: BTreeMap<u64, Box<OpenInput>>,
    /// The last of them still has sendings to make.
    sending: Option<u64>,
}

impl<'r> Worker<'r> {
    pub fn new(
        shared: &'r SharedRun<'r>,
        judge: AnswerJudge<'r>,
        lanes: Vec<Lane<'r>>,
    ) -> Worker<'r> {
        let plan = shared.plan;
        let must_agree = plan.relabel.is_some() && !plan.relabel_only_judged;
        let keeps_answer = must_agree || plan.answers;
        let rules = Rules { repeat: plan.repeat.max(1), must_agree, keeps_answer };
        let is_sent_once = plan.relabel.is_none() && rules.repeat == 1;
        let (open, sending) = (BTreeMap::new(), None);
        Worker { shared, judge, rules, is_sent_once, lanes, open, sending }
    }

    /// Works until there are no inputs any more.
    pub fn work(mut self, results: &Sender<Vec<Done>>) -> Result<(), StartFailure> {
        loop {
            if self.shared.stops.is_raised() {
                return Err(StartFailure::Stopped);
            }
            if self.open.is_empty() {
                match self.shared.queue.wait() {
                    NextInput::Input(number, input) => self.begin(number, input),
                    NextInput::Nothing => continue,
                    NextInput::NoMore => break,
                }
            }
            self.feed();
            let done = self.listen()?;
            if !done.is_empty() && results.send(done).is_err() {
                // Nobody listens any more.
                return Err(StartFailure::Stopped);
            }
        }
        self.lanes.iter_mut().for_each(Lane::finish);
        Ok(())
    }

    fn begin(&mut self, number: u64, input: Input) {
        let plan = self.shared.plan;
        let key = (plan.keys || self.shared.wants_keys).then(|| self.judge.oracle.key(&input));
        let copies = LabellingCopies::new(&input, plan, &mut self.judge);
        let open = OpenInput::new(input, key, plan.keys, copies);
        self.open.insert(number, Box::new(open));
        self.sending = Some(number);
    }

    /// Gives the lanes as many inputs as they have room for.
    fn feed(&mut self) {
        let mut taken = VecDeque::new();
        while self.room() > 0 {
            let Some(number) = self.sending else {
                if taken.is_empty() {
                    // The lister is at the queue, too: who takes many at once seldom waits for it. None is kept from others.
                    let most = if self.is_sent_once { self.room() } else { 1 };
                    self.shared.queue.take(most, &mut taken);
                }
                match taken.pop_front() {
                    Some((number, input)) => self.begin(number, input),
                    None => return,
                }
                continue;
            };
            if !self.send_next(number) {
                self.sending = None;
            }
        }
        assert!(taken.is_empty(), "each takes the room that there was for it");
    }

    /// The number of further inputs that all lanes have room for.
    fn room(&self) -> usize {
        self.lanes.iter().map(Lane::room).min().unwrap_or(0)
    }

    /// Adds the next sending of this input. Returns true if there was one.
    fn send_next(&mut self, number: u64) -> bool {
        let open = self.open.get_mut(&number).expect("its sendings are not over");
        let Some(labelled) = open.copies.next(&self.judge) else {
            open.is_all_sent = true;
            return false;
        };
        let Input { op, id, .. } = open.input;
        let line = open.line(self.judge.question, &labelled.heap);
        let heap = labelled.heap.clone();
        let request = SentRequest { number, input: (op, id), copy: open.next_copy(), heap, line };
        for lane in &mut self.lanes {
            lane.add(request.clone());
        }
        open.sent(labelled, request);
        true
    }

    /// Has the lanes go on for a moment. Returns the inputs that are done then.
    fn listen(&mut self) -> Result<Vec<Done>, StartFailure> {
        for lane in &mut self.lanes {
            lane.fill()?;
        }
        let mut processes: Vec<&mut Process> =
            self.lanes.iter_mut().filter_map(Lane::process).collect();
        let is_read = wait(&mut processes, TICK);
        let mut has_waited = false;
        let mut answered = Vec::new();
        for (program, lane) in self.lanes.iter_mut().enumerate() {
            let mut answers = Vec::new();
            has_waited |= lane.collect(is_read, &mut answers)?;
            answered.extend(answers.into_iter().map(|answer| (program, answer)));
        }
        // The programs go on while their answers are judged.
        if !answered.is_empty() {
            self.feed();
            for lane in &mut self.lanes {
                lane.fill()?;
            }
        }
        for (program, (request, answer)) in answered {
            let open = self.open.get_mut(&request.number).expect("it awaits answers");
            let programs = self.lanes.len();
            open.answered(request.copy, program, answer, programs, &mut self.judge, &self.rules);
        }
        // The last sending may be answered before anybody saw that it is the last.
        if let Some(number) = self.sending
            && self.open[&number].is_idle()
            && !self.send_next(number)
        {
            self.sending = None;
        }
        let done = self.done(&mut has_waited)?;
        if has_waited {
            self.lanes.iter_mut().for_each(Lane::resume);
        }
        Ok(done)
    }

    fn done(&mut self, has_waited: &mut bool) -> Result<Vec<Done>, StartFailure> {
        let done = self.open.iter().filter(|(_, open)| open.is_done());
        let numbers: Vec<u64> = done.map(|(&number, _)| number).collect();
        let mut done = Vec::with_capacity(numbers.len());
        for number in numbers {
            let open = self.open.remove(&number).expect("it was just there");
            *has_waited |= open.found.is_some();
            done.push(self.end(number, *open)?);
        }
        Ok(done)
    }

    fn end(&mut self, number: u64, mut open: OpenInput) -> Result<Done, StartFailure> {
        let confirmed = self.shared.confirmed;
        let confirmation = confirm(&mut open, number, &self.lanes, &mut self.judge, confirmed)?;
        let breach = open.found.as_ref().and_then(FailedSending::breach);
        if let (0, Some((program, breach))) = (number, &breach)
            && let Some(refusal) = self.lanes[*program].starter().misspoken(number, breach)
        {
            // The refusal comes before the next input is found, which may take long.
            return Err(StartFailure::Refused(refusal));
        }
        let answer = open.answer().filter(|_| self.shared.plan.answers);
        let outcome = match (open.found.take(), open.skip.take()) {
            (Some(found), _) => {
                let failure = self.failure(&open, found, confirmation);
                InputOutcome::Failed(Box::new(failure))
            }
            (None, Some(reason)) => InputOutcome::Skipped(reason),
            (None, None) => InputOutcome::Passed,
        };
        let Input { op, id, size, .. } = open.input;
        Ok(Done {
            number,
            key: open.key,
            labellings: (open.tried, open.failed),
            is_judged_by_driver: open.is_own,
            coverage: open.coverage.filter(|_| self.shared.plan.coverage),
            answer,
            breach,
            ..Done::new(op, (id, size), outcome)
        })
    }

    fn failure(
        &mut self,
        open: &OpenInput,
        found: FailedSending,
        confirmation: Confirmation,
    ) -> FailedInput {
        let input = &open.input;
        let (key, labelling) = match &input.name {
            Some(InputName { key, labelling }) => (Some(key.clone()), *labelling),
            None => (open.key.clone(), None),
        };
        let name = InputName {
            key: key.unwrap_or_else(|| self.judge.oracle.key(input)),
            labelling: found.labelled.labelling.or(labelling),
        };
        let before = found.answer.company.as_ref();
        let company = before.map(|company| listed(self.judge.question, &company.inputs));
        let after = before.map(|company| listed(self.judge.question, &company.before.inputs()));
        let reply = found.answer.reply.unwrap_or_default();
        let other = found.other.and_then(|other| other.reply.ok());
        let op = self.judge.question.operations[input.op].name.clone();
        let pre = found.labelled.heap.json().clone();
        FailedInput {
            other: other.as_ref().map(told),
            stderr: found.stderr,
            rate: found.rate,
            labellings: self.shared.plan.relabel.map(|_| (open.failed, open.tried)),
            company,
            is_confirmed: confirmation.is_confirmed,
            after: confirmation.after.or(after),
            ..FailedInput::answered(op, name, (input.id, input.size), found.causes, pre, &reply)
        }
    }
}
