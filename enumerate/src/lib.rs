//! Every instance of a command, exactly one of each isomorphism class, as heap graphs.
//!
//! ```text
//! Model, Command → Problem → Translation → models → (canonical?) → Instance → heap graph → JSON
//! ```
//!
//! ```
//! use korrel_enumerate::heap::{Schema, concretize};
//! use korrel_enumerate::{Instances, Meaning, Next, Problem, Strategy};
//! use korrel_lang::load::no_files;
//! use korrel_lang::spec::Spec;
//! use korrel_sat::Effort;
//!
//! let text = "sig Node { next: lone Node } run { no n: Node | n in n.^next } for 3";
//! let spec = Spec::read("list.als", text, false, &mut no_files).expect("it is right");
//! let command = spec.command(None).expect("there is one");
//! let schema = Schema::of(&spec, &command).expect("no names clash");
//! let effort = Effort::default();
//! let problem = Problem::new(&spec.model, &command, Meaning::default(), &effort).expect("it is small");
//! let mut found = Instances::new(&problem, Strategy::default(), effort).expect("it is small");
//! let mut sizes = Vec::new();
//! while let Next::Instance(instance) = found.next() {
//!     sizes.push(concretize(&schema, &spec.model, &instance, &[]).objects.len());
//! }
//! assert_eq!(sizes, [0, 1, 2, 2, 3, 3, 3, 3], "rooted forests: OEIS A000081");
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | say otherwise why a list is complete, or a count right | `enumerate/certificate`, docs/certificate.md |
//! | decide otherwise about traces without an end | `enumerate/unbounded`, `enumerate/induction` |
//! | put states elsewhere that memory has no room for | `enumerate/states`: when in `away`, where in `store`; as files in `cli/files/states.rs` |
//! | change the output | `enumerate/heap`, `docs/heapgraph.schema.json`, `docs/heapgraph.md` |

// In reading order.
mod problem;

pub mod questions;

mod canonical;

mod regions;

mod brute;

mod search;

#[cfg(feature = "threads")]
mod parallel;

pub mod counting;

pub mod states;

mod induction;
pub mod unbounded;

mod records;

mod list;

mod certificate;

pub mod heap;

#[cfg(test)]
mod testing;

pub use certificate::{Certificate, SymmetryProof};
pub use induction::{Induction, InductionAnswer, InductionProof, decide_by_induction};
pub use list::{Bodies, FoundInstances, list};
#[cfg(feature = "threads")]
pub use parallel::Batch;
pub use problem::{Classes, Meaning, Problem};
pub use questions::conflict::{Conflict, conflict};
pub use questions::endless::{LONG, LongList};
pub use questions::explanation::{OVERFLOW_ADVICE, WITHIN_INTEGERS, explained, nothing};
pub use questions::idle::{IdlePart, Idleness, goal_conjuncts, idle_parts};
pub use questions::vacuity::vacuous;
pub use questions::witnesses::{Witnesses, shown_variables};
pub use records::{Extras, Fault, Records, Unwritten};
pub use regions::deal::Shard;
pub use regions::known::{CutSpace, ShardCube, ShardCubes};
pub use regions::place::CubePlace;
pub use regions::range::CubeRange;
pub use search::extent::estimate::Estimate;
pub use search::extent::ranked::InstancePlace;
pub use search::extent::way::{COUNTED, WayToInstance, way_to};
pub use search::instances::{Instances, Next};
pub use search::strategy::{Engine, Strategy};
pub use search::stream::Stream;
pub use search::walk::Walk;
