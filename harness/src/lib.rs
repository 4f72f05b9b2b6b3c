//! Runs a program on inputs over JSON lines, has its answers judged, and reports.
//!
//! This crate knows the protocol harness/1, processes, scheduling and reports. It knows nothing about
//! specs: the caller hands in the oracle that judges and names inputs, and the functions that draw
//! them.
//!
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use korrel_harness::report::{Collector, Format, ReportHeading, Look, Report, RunStatus, write};
//! use korrel_harness::{
//!     OracleAnswer, DriverCommand, Input, ListedInputs, TestedOperation, Oracle, Oracles, Plan, TestQuestion, TestRun, Stops, Unit, SpecViolation, run,
//! };
//! use korrel_heapgraph::{Header, Member, Record, Shape};
//! use serde_json::{Map, json};
//!
//! /// A spec by hand: the result must be twice the parameter.
//! struct Twice;
//!
//! impl Oracles for Twice {
//!     fn oracle(&self) -> Box<dyn Oracle + '_> {
//!         Box::new(Twice)
//!     }
//! }
//!
//! impl Oracle for Twice {
//!     fn key(&mut self, input: &Input) -> String {
//!         format!("{:016x}", input.id)
//!     }
//!     fn canonical(&mut self, input: &Input) -> Record {
//!         input.heap.clone()
//!     }
//!     fn throws(&mut self, _op: usize, _heap: &Record) -> Option<bool> {
//!         None
//!     }
//!     fn judge(&mut self, answered: &OracleAnswer<'_>) -> Vec<SpecViolation> {
//!         let twice = 2 * answered.heap.json()["roots"]["n"].as_u64().unwrap();
//!         if answered.result == Some(&json!(twice)) {
//!             return Vec::new();
//!         }
//!         let details = vec![format!("the result must be {twice}")];
//!         vec![SpecViolation { cause: "twice".to_owned(), at: None, details }]
//!     }
//! }
//!
//! let operation = TestedOperation {
//!     name: "double".to_owned(),
//!     parameters: vec![Member { name: "n".to_owned(), shape: Shape::parse("int").unwrap() }],
//!     result: Shape::parse("int"),
//!     judges: vec!["double_post".to_owned()],
//!     unit: Unit::default(),
//! };
//! let question = TestQuestion { declarations: Map::new(), types: Header::default(), operations: vec![operation] };
//! let mut inputs = (0..4).map(|id| {
//!     let heap = json!({ "roots": { "n": id }, "objects": {} });
//!     Input { op: 0, id, size: 0, heap: heap.into(), name: None }
//! });
//! // A driver in a few lines of shell, which squares.
//! let driver = r#"read header; echo '{"ready":true}'
//!     while read line; do
//!         id=${line#*'"id":'}; id=${id%%,*}
//!         echo "{\"id\":$id,\"result\":$((id * id))}"
//!     done"#;
//! let plan = Plan::new(DriverCommand::new(["sh", "-c", driver]).unwrap());
//!
//! let mut collector = Collector::new(Report::new(ReportHeading::default(), &question.operations));
//! let flag = AtomicBool::new(false);
//! let stops = Stops::new(&flag, None);
//! let tested = TestRun { plan: &plan, question: &question, oracles: &Twice, stops: &stops };
//! let end = run(tested, &mut ListedInputs { inputs: &mut inputs, collector: &mut collector });
//! let report = collector.end(&end, RunStatus::Interrupted);
//! assert_eq!((report.operations[0].passed, report.operations[0].failed), (2, 2));
//!
//! let mut text = Vec::new();
//! write(&report, Format::Text, &Look::default(), &mut text).unwrap();
//! assert!(String::from_utf8(text).unwrap().starts_with("double: 4 inputs, 2 pass, 2 fail"));
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | say something else to a driver, or hear it | `harness/protocol` |
//! | survive another misbehaviour | `harness/driver`, `harness/schedule/lane`, and a driver under `harness/tests` |
//! | write failures as tests otherwise | `harness/emit`, and the template of each language; `cli/tests/program/test/emitted.rs` and `harness/tests/run/emitted.rs` run them |
//! | leave out other inputs by what was read | `harness/schedule/lazy`: reads as a tree, answers carried over |
//! | change what a report says | `harness/report` |

mod command;
pub mod corpus;
pub mod coverage;
mod driver;
pub mod emit;
mod failure;
mod growth;
mod heaps;
mod input;
mod members;
mod oracle;
mod outcome;
mod plan;
pub mod protocol;
pub mod report;
mod schedule;

pub use command::{DriverCommand, DriverLimits};
pub use driver::Refusal;
#[cfg(target_os = "linux")]
pub use driver::{can_supervise, supervised};
pub use failure::is_breach;
pub use failure::{CheckedBehaviour, FailedInput, FailureCause, RightEnds};
pub use growth::{Growing, Stages};
pub use heaps::relabel::{Labellings, Relabel};
pub use input::{Input, InputName, TestedOperation, Unit};
pub use korrel_heapgraph::{counted, noun, verb};
pub use oracle::{Oracle, OracleAnswer, Oracles, SpecViolation};
pub use outcome::{Done, End, InputOutcome, UncalledSteps};
pub use plan::{Plan, Stops, TestQuestion, TestRun};
pub use protocol::Breach;
pub use schedule::{
    Beginning, BehaviourCall, BehaviourRun, BehaviourStep, Behaviours, CLIENTS, Campaign,
    ClientProgram, Histories, ListedInputs, NextCalls, ProgramRun, Supply, behaviour_key, ready,
    run, run_behaviours, run_lazy, run_programs,
};
