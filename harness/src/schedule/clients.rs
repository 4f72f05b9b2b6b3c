//! Programs of several clients, which call one object at the same time.
//!
//! *Problem.* What a program returns depends on how the system schedules its clients, and no request can choose that.
//! *Choice.* Each program is sent whole, after a `reset`. The driver runs each client in a thread of its own, and
//! answers with the history: for each call two numbers of one counter, taken before and after it, and the result. A
//! program is sent as often as the plan says, and fails if any history is wrong. The report gives the rate of wrong
//! ones. *Rejected.* A request for each call: the clients would wait for the pipe, and hardly ever meet. Time stamps:
//! two clocks need not agree, a counter does.

use std::time::Instant;

use korrel_heapgraph::Record;
use serde_json::{Map, Value, json};

use super::behaviours::session::DriverSession;
use super::behaviours::{BehaviourCall, behaviour_key};
use super::first::FirstOutcomes;
use super::lane::answer::Failing;
use crate::driver::{Refusal, StartFailure, Starter};
use crate::failure::{FailedInput, FailureCause};
use crate::input::InputName;
use crate::outcome::{Done, End, InputOutcome};
use crate::plan::{Plan, Stops, TestQuestion};
use crate::protocol::{HistoryCall, Opinion, Reply, header};
use crate::report::Collector;

/// A program: a first state, and for each client the calls that it makes one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct ClientProgram {
    /// The members of the request that makes the first state, beside `kind` and `id`.
    pub beginning: Map<String, Value>,
    pub clients: Vec<Vec<BehaviourCall>>,
}

/// The part that knows which histories are right.
pub trait Histories {
    /// # Errors
    /// Why no order of the calls explains the history: at least one cause. The history has each client's calls, of
    /// the last one maybe fewer if it threw.
    fn judge(
        &mut self,
        program: &ClientProgram,
        history: &[Vec<HistoryCall>],
        reply: &Reply,
    ) -> Result<(), Vec<FailureCause>>;
}

/// All that a run of programs needs beside them.
#[derive(Clone, Copy)]
pub struct ProgramRun<'r> {
    pub plan: &'r Plan,
    /// Its operations are those that clients call.
    pub question: &'r TestQuestion,
    pub stops: &'r Stops<'r>,
    /// Only the program with this key is run, where there is one.
    pub wanted: Option<&'r str>,
}

impl ClientProgram {
    /// The key of a program of operations that are called so.
    pub fn key(&self, question: &TestQuestion) -> String {
        let clients: Vec<Map<String, Value>> = self
            .clients
            .iter()
            .map(|calls| Map::from_iter([("calls".to_owned(), calls_json(question, calls))]))
            .collect();
        let calls: Vec<(&str, &Map<String, Value>)> =
            clients.iter().map(|client| ("client", client)).collect();
        behaviour_key(&self.beginning, &calls)
    }

    fn size(&self) -> u64 {
        self.clients.iter().map(|calls| calls.len() as u64).sum()
    }
}

fn calls_json(question: &TestQuestion, calls: &[BehaviourCall]) -> Value {
    let name = |call: &BehaviourCall| &question.operations[call.op].name;
    calls.iter().map(|call| json!({ "op": name(call), "args": call.args })).collect()
}

/// Runs all programs, in this order.
pub fn run_programs(
    run: ProgramRun<'_>,
    programs: &[ClientProgram],
    histories: &mut dyn Histories,
    collector: &mut Collector<'_>,
) -> End {
    let header = header(&run.question.declarations, &run.question.operations);
    let operations = &run.question.operations;
    let starter = Starter::new(&run.plan.driver, run.plan, &header, operations, run.stops);
    let session = DriverSession::new(&starter);
    let mut runs = ProgramRuns { run, histories, session };
    let began = Instant::now();
    let mut first = FirstOutcomes::new(run.plan.give_up_after, run.plan.stop_after);
    let mut all = || {
        for (id, program) in (0..).zip(programs) {
            let key = program.key(run.question);
            if run.wanted.is_some_and(|wanted| wanted != key) {
                continue;
            }
            if run.stops.is_raised() {
                return Err(StartFailure::Stopped);
            }
            if run.plan.budget.is_some_and(|budget| began.elapsed() >= budget) {
                return Ok(End::Budget);
            }
            if first.are_alike() {
                return Ok(End::Alike);
            }
            let outcome = runs.outcome(program, id, &key)?;
            let done = Done { key: Some(key), ..Done::new(0, (id, program.size()), outcome) };
            let end = first.add(done, |done| collector.done(done));
            collector.tick();
            if let Some(end) = end {
                return Ok(end);
            }
        }
        Ok(End::Exhausted)
    };
    let ended = all();
    runs.session.finish();
    End::of(ended, run.stops)
}

struct ProgramRuns<'r> {
    run: ProgramRun<'r>,
    histories: &'r mut dyn Histories,
    session: DriverSession<'r>,
}

/// The outcome of one run of a program.
enum Ran {
    Right,
    Skipped(String),
    Wrong(Box<Failing>),
}

impl ProgramRuns<'_> {
    /// Runs a program as often as the plan says.
    fn outcome(
        &mut self,
        program: &ClientProgram,
        id: u64,
        key: &str,
    ) -> Result<InputOutcome, StartFailure> {
        let repeat = self.run.plan.repeat.max(1);
        let (mut failed, mut first, mut runs) = (0, None, 0);
        for _ in 0..repeat {
            if self.run.stops.is_raised() {
                return Err(StartFailure::Stopped);
            }
            runs += 1;
            match self.once(program)? {
                Ran::Right => {}
                Ran::Skipped(reason) => return Ok(InputOutcome::Skipped(reason)),
                Ran::Wrong(wrong) => {
                    failed += 1;
                    let is_broken = wrong.is_broken;
                    first.get_or_insert(wrong);
                    if is_broken {
                        break;
                    }
                }
            }
        }
        let Some(first) = first else { return Ok(InputOutcome::Passed) };
        let Failing { causes, reply, stderr, .. } = *first;
        let name = InputName { key: key.to_owned(), labelling: None };
        let pre = Value::Object(program.beginning.clone());
        // A report's operation stands for all programs.
        let op = CLIENTS.to_owned();
        let failure = FailedInput::answered(op, name, (id, program.size()), causes, pre, &reply);
        let calls = self.calls(program, reply.history.as_deref().unwrap_or_default());
        let rate = (runs > 1).then_some((failed, runs));
        let failure = FailedInput { calls, stderr, rate, ..failure };
        Ok(InputOutcome::Failed(Box::new(failure)))
    }

    fn once(&mut self, program: &ClientProgram) -> Result<Ran, StartFailure> {
        let heap = Record::from(Value::Object(program.beginning.clone()));
        let begun = self.session.reset(&program.beginning, Some(&heap))?;
        if !self.session.is_concurrent() {
            let program = self.run.plan.driver.program.to_string_lossy().into_owned();
            return Err(StartFailure::Refused(Refusal::NotConcurrent { program }));
        }
        let begun = match begun {
            Ok(reply) => reply,
            Err(broken) => return Ok(Ran::Wrong(Box::new(broken.into()))),
        };
        // The history of what was refused tells nothing.
        let wrong =
            |causes, reply| Ok(Ran::Wrong(Failing::of(causes, Reply { history: None, ..reply })));
        if let Some(why) = refused(&begun) {
            let causes = vec![FailureCause::plain("cannot begin"), FailureCause::message(&why)];
            return wrong(causes, *begun);
        }
        let calls = program.clients.iter().map(|calls| calls_json(self.run.question, calls));
        let reply = match self.session.clients(calls.collect(), &heap)? {
            Ok(reply) => reply,
            Err(broken) => return Ok(Ran::Wrong(Box::new(broken.into()))),
        };
        if let Some(reason) = &reply.skip {
            return Ok(Ran::Skipped(reason.clone()));
        }
        if let Some(why) = refused(&reply) {
            return wrong(vec![FailureCause::message(&why)], *reply);
        }
        let history = reply.history.clone().unwrap_or_default();
        let is_whole = history.len() == program.clients.len()
            && history.iter().zip(&program.clients).all(|(told, calls)| {
                let threw = told.last().is_some_and(|call| call.throw.is_some());
                told.len() == calls.len() || threw && told.len() < calls.len()
            });
        let judged = match is_whole {
            true => self.histories.judge(program, &history, &reply),
            false => {
                let told: Vec<usize> = history.iter().map(Vec::len).collect();
                let asked: Vec<usize> = program.clients.iter().map(Vec::len).collect();
                let detail =
                    format!("$.history tells of {told:?} calls, and the clients make {asked:?}");
                Err(vec![
                    FailureCause::plain("the history is not that of the program").with([detail]),
                ])
            }
        };
        Ok(match judged {
            Ok(()) => Ran::Right,
            Err(causes) => Ran::Wrong(Failing::of(causes, *reply)),
        })
    }

    /// The calls, with what the history tells of them.
    fn calls(&self, program: &ClientProgram, history: &[Vec<HistoryCall>]) -> Vec<Value> {
        let mut all = Vec::new();
        for (client, calls) in program.clients.iter().enumerate() {
            for (at, call) in calls.iter().enumerate() {
                let op = &self.run.question.operations[call.op].name;
                let mut record = json!({ "client": client, "op": op, "args": call.args });
                if let Some(told) = history.get(client).and_then(|told| told.get(at)) {
                    record["from"] = json!(told.from);
                    record["to"] = json!(told.to);
                    if let Some(result) = &told.result {
                        record["result"] = result.clone();
                    }
                    if let Some(throw) = &told.throw {
                        record["throw"] = json!({ "type": throw.ty, "message": throw.message });
                    }
                }
                all.push(record);
            }
        }
        all
    }
}

/// The operation of a report on programs.
pub const CLIENTS: &str = "clients";

/// Why a request was not carried out.
fn refused(reply: &Reply) -> Option<String> {
    match (&reply.throw, &reply.opinion) {
        (Some(throw), _) => Some(format!("{}: {}", throw.ty, throw.message)),
        (_, Some(Opinion::Fail { cause, .. })) => Some(cause.clone()),
        _ => None,
    }
}
