//! From a model and a scope to CNF, and back from its models to instances.
//!
//! ```text
//! Model, Command → Scopes → Bounds → Symmetry → Circuit → Cnf
//! ```
//!
//! The crate never searches.
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | derive scopes or bounds otherwise | `translate/scope`, `translate/bounds` |
//! | encode something better | `translate/encode`, one file for each technique |
//! | compute next states otherwise than by a search | `translate/successors`; `enumerate/states/followers.rs` uses it |
//! | say otherwise what a step of a trace is, or write it for other model checkers | `translate/system`, `translate/encode/{time,monitors}.rs` |

// In reading order.
mod scope;

mod failure;

mod bounds;

mod question;

mod endless;

mod symmetry;

mod circuit;

mod encode;

mod clauses;

mod draft;

mod questions;

mod successors;

mod system;

mod overflow;

pub mod print;

#[cfg(test)]
mod testing;

pub use bounds::{Bound, Bounds, Cell, GivenObjects, KnownRow, upper_bound, upper_of, upper_with};
pub use clauses::{Definitions, Encoding, PlainFormula, to_cnf};
pub use draft::breaking::reached::closed_fields;
pub use draft::breaking::tree::{impossible, leading};
pub use draft::{Cause, Contents, Root};
pub use encode::{Detail, SubFormula, TriedValues};
pub use endless::{Endless, endless};
pub use failure::TranslationFailure;
pub use overflow::overflow_warnings;
pub use question::{MOST_TRIED_AT_ONCE, OfTraces, Question, scope_warnings};
pub use questions::combinations::{CombinationClauses, combinations, undecided};
pub use questions::free::{FreeCells, free_cells};
pub use questions::outermost::outermost;
pub use questions::outline::{Needed, NeededPart, Outline};
pub use questions::parts::{PartOrigin, Parts, SubParts, parts, sub_parts};
pub use questions::refining::{Refining, refining};
pub use questions::translation::{PlainTranslation, Translation, translate, translate_plainly};
pub use questions::unreached::{UnreachedClauses, UnreachedQuestion, unreached};
pub use questions::witnessing::{Witnessing, witnessing};
pub use scope::ordered::{TotalOrder, total_orders};
pub use scope::{Fill, Overflow, Scopes};
pub use successors::{StateWords, StepCells, StepChanges, StepProgram};
pub use symmetry::fixed::Permutation;
pub use symmetry::rooted::{PointerRow, RootedClass, candidates, target_of};
pub use symmetry::{Shell, Symmetry, classes};
pub use system::{AigerVersion, SystemMeaning, SystemVariable, TraceSystem};
