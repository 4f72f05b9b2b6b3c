//! An input that is being tried.

pub(in crate::schedule) mod confirm;
pub(in crate::schedule) mod copies;
pub(in crate::schedule) mod verdict;

use std::collections::VecDeque;
use std::rc::Rc;

use korrel_heapgraph::Record;

use crate::failure::{DISAGREEMENT, FailureCause};
use crate::input::{Input, request};
use crate::plan::TestQuestion;
use crate::protocol::{Breach, Coverage, Reply};
use crate::schedule::lane::answer::DriverAnswer;
use crate::schedule::lane::answer::SentRequest;
use crate::schedule::open::copies::{LabelledInput, LabellingCopies};
use crate::schedule::open::verdict::{AnswerJudge, AnswerVerdict};

/// The facts about an input that are known so far.
///
/// Invariant: answers come in the order of the sendings, so one labelling is judged after the other.
pub(in crate::schedule) struct OpenInput {
    pub input: Input,
    pub key: Option<String>,
    /// Requests carry the key.
    sends_key: bool,
    pub copies: LabellingCopies,
    pub is_all_sent: bool,
    /// The copies that were sent and are not judged, in order.
    pending: VecDeque<PendingCopy>,
    judged_copies: u64,
    /// The answer to the input as it was listed.
    reference: Option<(Rc<LabelledInput>, Reply)>,
    runs: Runs,
    pub found: Option<FailedSending>,
    /// Labellings tried, and failed.
    pub tried: u64,
    pub failed: u64,
    pub skip: Option<String>,
    pub coverage: Option<Coverage>,
    /// True if the driver has given its opinion of each sending.
    pub is_own: bool,
}

struct PendingCopy {
    labelled: Rc<LabelledInput>,
    request: SentRequest,
    answers: [Option<DriverAnswer>; 2],
}

/// The runs of one labelling.
#[derive(Default)]
struct Runs {
    done: u32,
    failed: u32,
    found: Option<FailedSending>,
}

/// A sending that failed.
pub(in crate::schedule) struct FailedSending {
    pub labelled: Rc<LabelledInput>,
    pub request: SentRequest,
    pub causes: Vec<FailureCause>,
    pub answer: DriverAnswer,
    pub other: Option<DriverAnswer>,
    pub stderr: String,
    pub rate: Option<(u32, u32)>,
    /// It is the answer to another labelling from which this one differs.
    pub is_disagreement: bool,
}

impl FailedSending {
    /// The program that wrote a line that is no answer, and the line.
    pub fn breach(&self) -> Option<(usize, Box<Breach>)> {
        let of = |answer: &DriverAnswer| answer.reply.as_ref().err()?.breach.clone();
        let other = || self.other.as_ref().and_then(of).map(|breach| (1, breach));
        of(&self.answer).map(|breach| (0, breach)).or_else(other)
    }
}

impl OpenInput {
    pub fn new(
        input: Input,
        key: Option<String>,
        sends_key: bool,
        copies: LabellingCopies,
    ) -> OpenInput {
        OpenInput {
            input,
            key,
            sends_key,
            copies,
            is_all_sent: false,
            pending: VecDeque::new(),
            judged_copies: 0,
            reference: None,
            runs: Runs::default(),
            found: None,
            tried: 0,
            failed: 0,
            skip: None,
            coverage: None,
            is_own: true,
        }
    }

    /// The line that asks for it under a labelling.
    pub fn line(&self, question: &TestQuestion, heap: &Record) -> Rc<Vec<u8>> {
        let key = self.key.as_deref().filter(|_| self.sends_key);
        let operation = &question.operations[self.input.op].name;
        Rc::new(request(self.input.id, operation, key, heap))
    }

    /// The number of the next sending.
    pub fn next_copy(&self) -> u64 {
        self.judged_copies + self.pending.len() as u64
    }

    pub fn sent(&mut self, labelled: Rc<LabelledInput>, request: SentRequest) {
        self.pending.push_back(PendingCopy { labelled, request, answers: [None, None] });
    }

    /// Takes the answer of one of so many programs.
    pub fn answered(
        &mut self,
        copy: u64,
        program: usize,
        answer: DriverAnswer,
        programs: usize,
        judge: &mut AnswerJudge<'_>,
        rules: &Rules,
    ) {
        let at = (copy - self.judged_copies) as usize;
        self.pending[at].answers[program] = Some(answer);
        let is_answered =
            |pending: &PendingCopy| pending.answers[..programs].iter().all(Option::is_some);
        while self.pending.front().is_some_and(is_answered) {
            let pending = self.pending.pop_front().expect("it was just there");
            self.judged_copies += 1;
            self.judge(pending, judge, rules);
        }
    }

    /// True if all copies that were sent are judged.
    pub fn is_idle(&self) -> bool {
        self.pending.is_empty()
    }

    pub fn is_done(&self) -> bool {
        self.is_all_sent && self.pending.is_empty()
    }

    fn judge(&mut self, pending: PendingCopy, judge: &mut AnswerJudge<'_>, rules: &Rules) {
        let PendingCopy { labelled, request, answers: [answer, other] } = pending;
        let answer = answer.expect("all have answered");
        let op = self.input.op;
        let mut verdict = judge.judge(op, &labelled.heap, &answer, other.as_ref());
        self.is_own &= verdict.is_own;
        self.keep(&answer, &mut verdict, &labelled, rules);
        let disagrees = self.disagrees(&labelled, &answer, judge, rules);
        let is_disagreement = verdict.causes.is_empty() && disagrees.is_some();
        verdict.causes.extend(disagrees);
        self.runs.done += 1;
        if !verdict.causes.is_empty() {
            self.runs.failed += 1;
            let AnswerVerdict { causes, stderr, .. } = verdict;
            self.runs.found.get_or_insert(FailedSending {
                labelled,
                request,
                causes,
                answer,
                other,
                stderr,
                rate: None,
                is_disagreement,
            });
        }
        if self.runs.done == rules.repeat {
            self.end_of_labelling(rules);
        }
    }

    fn end_of_labelling(&mut self, rules: &Rules) {
        let Runs { failed, found, .. } = std::mem::take(&mut self.runs);
        self.tried += 1;
        if let Some(mut found) = found {
            self.failed += 1;
            found.rate = (failed < rules.repeat).then_some((failed, rules.repeat));
            self.found.get_or_insert(found);
        }
    }

    fn keep(
        &mut self,
        answer: &DriverAnswer,
        verdict: &mut AnswerVerdict,
        labelled: &Rc<LabelledInput>,
        rules: &Rules,
    ) {
        let Ok(reply) = &answer.reply else { return };
        if self.judged_copies == 1 {
            self.skip = verdict.skip.take();
            if rules.keeps_answer {
                self.reference = Some((Rc::clone(labelled), reply.clone()));
            }
            self.coverage.clone_from(&reply.coverage);
        }
    }

    fn disagrees(
        &self,
        labelled: &LabelledInput,
        answer: &DriverAnswer,
        judge: &AnswerJudge<'_>,
        rules: &Rules,
    ) -> Option<FailureCause> {
        let (reference, first) = self.reference.as_ref()?;
        let (true, Ok(reply), Some(_)) = (rules.must_agree, &answer.reply, labelled.labelling)
        else {
            return None;
        };
        self.disagreement(judge, (reference, first), (labelled, reply))
    }

    /// The difference between the answer to a labelling and the answer to the input as it was
    /// listed.
    pub fn disagreement(
        &self,
        judge: &AnswerJudge<'_>,
        (listed, first): (&LabelledInput, &Reply),
        (labelled, reply): (&LabelledInput, &Reply),
    ) -> Option<FailureCause> {
        let (listed, other) = (listed.heap.json(), labelled.heap.json());
        let renaming = self.copies.renaming(judge, listed, labelled.labelling?)?;
        let op = self.input.op;
        let what = judge.difference(op, (listed, first), (other, reply), &renaming)?;
        let cause = FailureCause::plain(format!("{DISAGREEMENT}{what}"));
        Some(cause.with([
            format!("as listed: {}", crate::schedule::open::verdict::told(first)),
            format!("relabelled: {}", crate::schedule::open::verdict::told(reply)),
        ]))
    }

    /// The answer to the input as it was listed.
    pub fn answer(&mut self) -> Option<Reply> {
        self.reference.take().map(|(_, reply)| reply)
    }

    pub fn reference(&self) -> Option<&Rc<LabelledInput>> {
        self.reference.as_ref().map(|(labelled, _)| labelled)
    }
}

/// The rules by which sendings of one input are combined.
pub(in crate::schedule) struct Rules {
    pub repeat: u32,
    /// Answers to labellings must be the same, up to names.
    pub must_agree: bool,
    /// The answer to the input as it was listed is kept.
    pub keeps_answer: bool,
}
