//! A question without a spec, and the record of a run.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use korrel_harness::{
    Campaign, Done, DriverCommand, End, FailedInput, Input, InputOutcome, Oracle, OracleAnswer,
    Oracles, Plan, SpecViolation, Stops, Supply, TestQuestion, TestRun, TestedOperation, Unit, run,
};
use korrel_heapgraph::{Header, Member, Record, Shape};
use serde_json::json;

/// The driver of the tests, with its trouble and its window.
pub fn driver(trouble: &str, window: usize) -> DriverCommand {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/drivers/driver.py");
    DriverCommand::new(["python3", script, trouble, &window.to_string()]).unwrap()
}

/// A plan that is quick to lose patience.
pub fn plan(trouble: &str, window: usize) -> Plan {
    let mut plan = Plan::new(driver(trouble, window));
    plan.limits.answer = Duration::from_millis(500);
    plan
}

pub fn question() -> TestQuestion {
    let declarations = json!({ "types": { "A": { "next": "A?" } }, "enums": {} });
    let f = TestedOperation {
        name: "f".to_owned(),
        parameters: vec![Member { name: "n".to_owned(), shape: Shape::parse("int").unwrap() }],
        result: None,
        judges: Vec::new(),
        unit: Unit::default(),
    };
    let types = Header::declared(&declarations).unwrap();
    let declarations = declarations.as_object().unwrap().clone();
    TestQuestion { declarations, types, operations: vec![f] }
}

/// Inputs that say their number.
pub fn inputs(count: u64) -> impl Iterator<Item = Input> {
    (0..count).map(|id| Input {
        op: 0,
        id,
        size: 1 + id / 10,
        heap: json!({ "roots": { "n": id }, "objects": {} }).into(),
        name: None,
    })
}

/// Knows nothing of results. The key of an input is its number.
pub struct Nobody;

impl Oracles for Nobody {
    fn oracle(&self) -> Box<dyn Oracle + '_> {
        Box::new(Nobody)
    }
}

impl Oracle for Nobody {
    fn key(&mut self, input: &Input) -> String {
        format!("{:016x}", input.heap.json()["roots"]["n"].as_u64().unwrap())
    }

    fn canonical(&mut self, input: &Input) -> Record {
        input.heap.clone()
    }

    fn throws(&mut self, _: usize, _: &Record) -> Option<bool> {
        None
    }

    fn judge(&mut self, _: &OracleAnswer<'_>) -> Vec<SpecViolation> {
        Vec::new()
    }
}

/// The outcomes of all inputs.
#[derive(Default)]
pub struct Kept {
    pub done: Vec<Done>,
}

struct Asked<'a> {
    inputs: &'a mut dyn Iterator<Item = Input>,
    kept: Kept,
}

impl Campaign for Asked<'_> {
    fn next(&mut self) -> Supply {
        self.inputs.next().map_or(Supply::Nothing, Supply::Input)
    }

    fn done(&mut self, done: Done) -> bool {
        self.kept.done.push(done);
        true
    }
}

impl Kept {
    pub fn failures(&self) -> Vec<&FailedInput> {
        self.done
            .iter()
            .filter_map(|done| match &done.outcome {
                InputOutcome::Failed(failure) => Some(failure.as_ref()),
                _ => None,
            })
            .collect()
    }

    /// The failing inputs with their causes.
    pub fn causes(&self) -> Vec<(u64, &str)> {
        self.failures()
            .iter()
            .map(|failure| (failure.id, failure.causes[0].text.as_str()))
            .collect()
    }
}

pub fn tried(plan: &Plan, count: u64) -> (End, Kept) {
    asked(plan, &question(), &Nobody, &mut inputs(count))
}

pub fn asked(
    plan: &Plan,
    question: &TestQuestion,
    oracles: &dyn Oracles,
    inputs: &mut dyn Iterator<Item = Input>,
) -> (End, Kept) {
    let (flag, mut asked) = (AtomicBool::new(false), Asked { inputs, kept: Kept::default() });
    let stops = Stops::new(&flag, None);
    let end = run(TestRun { plan, question, oracles, stops: &stops }, &mut asked);
    (end, asked.kept)
}
