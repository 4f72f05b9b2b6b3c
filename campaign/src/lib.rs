//! Searches that learn from a program's answers: tests of every input, explorations of states, smaller failures,
//! and what failures have in common.
//!
//! Each search is a [`korrel_harness::Campaign`]. A caller gives settings and an effort, and gets a value. Remarks
//! come to a callback. Nothing is printed, and no file is read. Time ends a search by the flag of its effort, or by the
//! budget of its plan.
//!
//! A program that doubles numbers, and is wrong from 3 on:
//!
//! ```
//! use korrel_campaign::{
//!     OperationChoice, SpecOracles, TestCampaign, TestInputs, WantedInputs, question, subjects,
//! };
//! use korrel_harness::report::{Collector, Report, ReportHeading};
//! use korrel_harness::{DriverCommand, Plan};
//! use korrel_lang::load::no_files;
//! use korrel_lang::spec::Spec;
//! use korrel_sat::Effort;
//! use korrel_translate::Overflow;
//!
//! let text = "pred double_pre[n: Int] { 0 =< n }
//!             pred double_post[n: Int, result: Int] { result = plus[n, n] }
//!             run double_pre for 0..4 Int";
//! let mut spec = Spec::read("double.als", text, false, &mut no_files).expect("it is right");
//! let subjects = subjects(&mut spec, &OperationChoice::default()).expect("there is an operation");
//! let oracles = SpecOracles::new(&spec, &subjects).expect("no names clash");
//! let driver = r#"read header; echo '{"ready":true}'
//!     while read line; do
//!         id=${line#*'"id":'}; id=${id%%,*}; n=${line#*'"n":'}; n=${n%%\}*}
//!         echo "{\"id\":$id,\"result\":$((n < 3 ? 2 * n : 5))}"
//!     done"#;
//! let plan = Plan::new(DriverCommand::new(["sh", "-c", driver]).expect("there are words"));
//! let (question, inputs) = (question(&subjects), TestInputs::Listed(WantedInputs::After(vec![None])));
//! let test = TestCampaign {
//!     spec: &spec,
//!     oracles: &oracles,
//!     plan: &plan,
//!     question: &question,
//!     inputs: &inputs,
//!     overflow: Overflow::Forbid,
//!     shard: None,
//!     is_lazy: false,
//!     expect: None,
//!     effort: &Effort::default(),
//! };
//! let report = Report::new(ReportHeading::default(), &question.operations);
//! let mut collector = Collector::new(report);
//! test.run(&mut collector, &mut |_| ()).expect("inputs are listed");
//! let double = &collector.report.operations[0];
//! assert_eq!((double.passed, double.failed), (3, 2), "0, 1 and 2; 3 and 4");
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | list, name or number the inputs of a test otherwise | `campaign/listing.rs`, `campaign/oracle.rs`, `campaign/test` |
//! | explore otherwise: states, arguments, their order | `campaign/explore`; `harness/schedule/run.rs` takes inputs from a `Campaign` that learns from answers |
//! | make failing inputs smaller otherwise | `campaign/minimise` |
//! | call otherwise in behaviours, come back to a state otherwise, send other names | `campaign/behaviours` (which calls, and the verdict), `harness/schedule/behaviours` |
//! | judge answers otherwise, find operations by other names | `campaign/operations` |

mod behaviours;
mod clients;
mod error;
mod explore;
mod listing;
mod mailbox;
mod minimise;
pub mod operations;
mod oracle;
mod scope;
mod subject;
mod test;
mod values;
mod why;

pub use behaviours::{
    BehaviourTest, FittingTraces, ItfBehaviours, NamedTrace, ProgramState, TestedBehaviours,
    TestedTraces, TraceBehaviours, Unreplayable, Untold,
};
pub use clients::ClientPrograms;
pub use error::{CampaignError, OnRemark, Remark};
pub use explore::{
    Call, CallArguments, Exploration, ExplorationEnd, ExploreOracles, ExploreQuestion,
    ExploreRecord, ExploredProgram, ForbiddenStates, ReachedState, UnreachedInstances, size,
};
pub use listing::{ListingEnd, ListingMessage, Messages, TestListing};
pub use minimise::{MinimisationEnd, MinimiseQuestion, MinimiseRecord, SmallestInput};
pub use operations::IdleThrows;
pub use oracle::{SpecOracle, SpecOracles};
pub use scope::{InputSize, ScopePattern};
pub use subject::{
    DefaultSize, OperationChoice, Subject, TOOL, declared, overflow, question, question_hash,
    scope_text, subjects,
};
pub use test::{
    After, RightAnswer, TestCampaign, TestEnd, TestInputs, WantedInputs, after_report, after_text,
    right_answer,
};
pub use why::{CauseRecord, ClosestPair, ComparedInputs, ExplainedCause, WhyQuestion};
