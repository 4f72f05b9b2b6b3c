//! Korrel finds test inputs: every instance of a spec within a bound, exactly one of each
//! isomorphism class, as heap graphs. A spec is written in Alloy 6.
//!
//! ```
//! let spec = "
//!     sig Node { next: lone Node }
//!     pred repOk[head: Node] { Node = head.*next and no n: Node | n in n.^next }
//!     run repOk for 3";
//! let mut lengths = Vec::new();
//! for heap in korrel::spec(spec)?.command("repOk")?.instances() {
//!     lengths.push(heap?.graph().objects.len());
//! }
//! assert_eq!(lengths, [1, 2, 3]);
//! # Ok::<(), korrel::Error>(())
//! ```
//!
//! Without the feature `threads` a search runs in the caller's thread and looks at no clock, as WebAssembly asks
//! for (`default-features = false`).
//!
//! [`Settings`] say what an integer overflow does, which instances count as different, and when a
//! search ends; none of them depends on the scope. A mistake in a spec is an [`Error`] whose text
//! shows the place.
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | say more in an answer, or name a member otherwise | the struct in `api/answer`, then `KORREL_WRITE=1 cargo test -p korrel-agent --test schemas`, which prints docs/answers.schema.json; `cli/tests/program/formats/faces.rs` asks each face |
//! | count by another method | `api/question/count.rs`; what a method costs in `enumerate/counting` |
//! | say otherwise what a stream tells of its question, number or digest its records, or read one to its end | `api/stream` |
//! | cut a long question into parts for many workers otherwise, or believe others of them | `api/queue.rs`; the folder in `cli/commands/work` |
//! | list, estimate or prove otherwise, or warn before | `api/question/posed.rs`, `api/question/listing.rs`; both the library's settings and the program's flags end there |
//! | ask another question in parts, or read expressions of a question otherwise | `api/question`, then a method in `api/spec/parts.rs` |
//! | learn conjuncts otherwise: words, sentences, questions | `api/question/learn/{vocabulary,terms,mod}.rs`, and the table in docs/commands/learn.md |
//! | tell predicates apart otherwise, change predicates otherwise | `api/question/choose/mod.rs`, `api/question/choose/mutants.rs`; what is cheapest in `api/question/covering.rs` |
//! | see otherwise, at each save, what an edit changed | `api/question/watch`: what is looked at, and in which order; how it is shown in `cli/commands/watch` |
//! | say otherwise what failing inputs have in common | `api/question/learn`: sentences in `distinctions.rs`, formulas of them in `separation.rs`; `campaign/why.rs` has the inputs |
//! | go on from a trace otherwise | `enumerate/states/forks.rs`; what is kept of it in `lang/spec/begun.rs` |
//! | judge given heaps otherwise, evaluate expressions on them | `api/question/evaluation` |
//! | count otherwise as far as an `expect` needs, warn of parts that say nothing | `api/question/check.rs`, `enumerate/questions/idle.rs` |

mod alloy;
pub mod answer;
mod check;
mod choose;
mod drawing;
mod encoder;
mod error;
mod evaluate;
mod fork;
mod functions;
mod heap;
mod learn;
#[doc(hidden)]
pub mod question;
#[doc(hidden)]
pub mod queue;
mod search;
mod settings;
mod spec;
#[doc(hidden)]
pub mod stream;
mod watch;

pub use crate::question::unbounded::ScopedProof;
pub use crate::question::watch::{
    Change, CommandList, InstanceChange, View, WatchedConjunct, WatchedInstance,
};
pub use crate::question::{
    Absence, Amount, Conclusion, ConjunctName, NearMissOutcome, PartLabel, PartOutcome, Side,
};
#[doc(hidden)]
pub use alloy::AlloyWriter;
pub use answer::message;
pub use check::{CommandCheck, Expectation, Finding, Unbounded, Verdict};
pub use choose::Choice;
pub use encoder::Encoder;
pub use error::Error;
pub use evaluate::{Answer, Evaluator, Findings, HeapError, Judgement, Violation};
pub use fork::{Fork, Forked, SeenForks};
pub use functions::DrawnFunctions;
pub use heap::Heap;
pub use korrel_draw::{Hints, Theme};
#[doc(hidden)]
pub use korrel_enumerate::Engine;
pub use korrel_enumerate::Estimate;
pub use korrel_enumerate::heap::{HeapGraph, HeapValue, Object, Scalar};
pub use korrel_enumerate::unbounded::{UnboundedMethod, UnboundedProof, UnboundedReach};
pub use korrel_heapgraph::typed::{Misfit, TypedHeap, Values};
pub use korrel_lang::diagnostic::Diagnostic;
pub use korrel_lang::load::{Dialect, ModuleText, OpenRequest};
pub use korrel_lang::source::{Sources, Span};
pub use korrel_lang::spec::Mistakes;
pub use korrel_lang::unroll::Steps;
#[doc(hidden)]
pub use korrel_sat::Effort;
pub use korrel_sat::Step;
pub use korrel_translate::Overflow;
pub use learn::{Inseparable, LearntConjunct};
pub use num_bigint::BigUint;
pub use search::instances::Instances;
#[doc(hidden)]
pub use settings::ShardCut;
pub use settings::{Method, Settings};
pub use spec::{
    Command, OutlineItem, OutlineKind, Reading, Size, Spec, Types, explain, read, read_with_files,
    read_with_modules, spec, spec_with_modules,
};
