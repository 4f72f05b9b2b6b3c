//! The inputs that are with one driver: those to be sent, those that it has not answered.

pub(in crate::schedule) mod alone;
pub(in crate::schedule) mod answer;

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use crate::driver::{EndKind, Process, StartFailure, Starter};
use crate::protocol::Reply;
use crate::schedule::lane::alone::{Alone, alone};
use crate::schedule::lane::answer::{
    Before, BrokenReply, Company, DriverAnswer, SentRequest, read_reply,
};

/// The interval between checks of the memory.
const POLL: Duration = Duration::from_millis(50);

/// A driver, and the inputs for it.
///
/// Invariant: `unanswered` holds the inputs that the process was sent and has not answered, in
/// order. Those in `waiting` come after them.
pub(in crate::schedule) struct Lane<'r> {
    starter: &'r Starter<'r>,
    process: Option<Process>,
    window: usize,
    waiting: VecDeque<SentRequest>,
    unanswered: VecDeque<SentRequest>,
    /// The time since which the first of them is being answered.
    since: Instant,
    memory_seen: Instant,
    /// The inputs that the process has been sent.
    history: Rc<RefCell<Vec<(usize, u64)>>>,
    answered: usize,
}

impl<'r> Lane<'r> {
    pub fn new(starter: &'r Starter<'r>) -> Lane<'r> {
        Lane {
            starter,
            process: None,
            window: 1,
            waiting: VecDeque::new(),
            unanswered: VecDeque::new(),
            since: Instant::now(),
            memory_seen: Instant::now(),
            history: Rc::default(),
            answered: 0,
        }
    }

    pub fn starter(&self) -> &'r Starter<'r> {
        self.starter
    }

    pub fn add(&mut self, request: SentRequest) {
        self.waiting.push_back(request);
    }

    /// The number of further inputs that it has room for.
    pub fn room(&self) -> usize {
        self.window.saturating_sub(self.waiting.len() + self.unanswered.len())
    }

    pub fn process(&mut self) -> Option<&mut Process> {
        if self.unanswered.is_empty() { None } else { self.process.as_mut() }
    }

    /// True if more than half of its window is answered: then more is sent, many in one write.
    pub fn is_hungry(&self) -> bool {
        self.unanswered.len() <= self.window / 2
    }

    /// Sends as much as the driver takes.
    pub fn fill(&mut self) -> Result<(), StartFailure> {
        if self.waiting.is_empty() || !self.is_hungry() {
            return Ok(());
        }
        if self.process.is_none() {
            let (process, ready) = self.starter.start()?;
            (self.process, self.window) = (Some(process), ready.window);
            self.history = Rc::default();
            self.answered = 0;
        }
        let process = self.process.as_mut().expect("it was just started");
        if self.unanswered.is_empty() {
            self.since = Instant::now();
        }
        let mut history = self.history.borrow_mut();
        let count = (self.window - self.unanswered.len()).min(self.waiting.len());
        for request in self.waiting.drain(..count) {
            process.outbox().extend_from_slice(&request.line);
            history.push(request.input);
            self.unanswered.push_back(request);
        }
        process.write();
        Ok(())
    }

    /// Takes the answers, and checks whether the driver can still answer. Returns true if that took long.
    pub fn collect(
        &mut self,
        is_read: bool,
        answers: &mut Vec<(SentRequest, DriverAnswer)>,
    ) -> Result<bool, StartFailure> {
        match self.take(is_read, answers) {
            None => Ok(false),
            Some(how) => self.isolate(how, answers).map(|()| true),
        }
    }

    /// Takes the answers that are there. Returns the reason why the process must not go on.
    fn take(
        &mut self,
        is_read: bool,
        answers: &mut Vec<(SentRequest, DriverAnswer)>,
    ) -> Option<EndKind> {
        let process = self.process.as_mut()?;
        let before = answers.len();
        while let Some(request) = self.unanswered.front() {
            let line = match process.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(how) => return Some(how),
            };
            let parsed = Reply::parse(line, request.id(), &request.heap);
            let reply = match read_reply(self.starter, request.number, parsed) {
                Ok(reply) => reply,
                Err(how) => return Some(how),
            };
            let request = self.unanswered.pop_front().expect("it was just there");
            let history = Rc::clone(&self.history);
            let before = Some(Before { history, count: self.answered });
            self.answered += 1;
            answers.push((request, DriverAnswer { reply, company: None, before }));
        }
        if answers.len() > before {
            self.since = Instant::now();
        }
        if self.unanswered.is_empty() {
            // More than it was asked for?
            return None;
        }
        self.overrun(is_read)
    }

    /// Returns the reason to end the process, if the first unanswered input exceeds a limit or the
    /// process has ended.
    fn overrun(&mut self, is_read: bool) -> Option<EndKind> {
        let limits = self.starter.limits();
        let process = self.process.as_mut()?;
        if let Some(most) = limits.memory
            && self.memory_seen.elapsed() > POLL
        {
            self.memory_seen = Instant::now();
            if process.resident() > most {
                return Some(EndKind::Memory(most));
            }
        }
        if is_read {
            return None;
        }
        if process.is_over() {
            // The end of a line may have come in the meantime.
            return Some(EndKind::Closed);
        }
        (self.since.elapsed() > limits.answer).then(|| process.hung(limits.answer))
    }

    /// The time while nobody looked is not the driver's.
    pub fn resume(&mut self) {
        self.since = Instant::now();
    }

    /// Tries the unanswered inputs alone, from the first on, until one does it alone. The others go
    /// on as before: the first is guilty as a rule, and a start can take long.
    fn isolate(
        &mut self,
        how: EndKind,
        answers: &mut Vec<(SentRequest, DriverAnswer)>,
    ) -> Result<(), StartFailure> {
        let company = self.company(how);
        let mut innocent = Vec::new();
        while let Some(request) = self.unanswered.pop_front() {
            match alone(self.starter, &request)? {
                Alone::Answered(reply) => innocent.push((request, DriverAnswer::alone(*reply))),
                Alone::Ended(ended) => {
                    answers.extend(innocent);
                    answers.push((request, DriverAnswer::alone(Err(BrokenReply::ended(ended)))));
                    // They are sent again, in order, to the next process.
                    while let Some(request) = self.unanswered.pop_back() {
                        self.waiting.push_front(request);
                    }
                    return Ok(());
                }
            }
        }
        if let Some((_, first)) = innocent.first_mut() {
            first.company = Some(company);
        }
        answers.extend(innocent);
        Ok(())
    }

    /// Ends the process. Returns its end, and the inputs that were unanswered.
    fn company(&mut self, how: EndKind) -> Company {
        let process = self.process.take().expect("it has just been listened to");
        let ended = process.ended(how);
        let inputs = self.unanswered.iter().map(|request| request.input).collect();
        let history = Rc::clone(&self.history);
        Company { ended, inputs, before: Before { history, count: self.answered } }
    }

    /// Lets the process end by itself.
    pub fn finish(&mut self) {
        if let Some(process) = self.process.take() {
            process.finish(self.starter.limits().answer);
        }
    }
}
