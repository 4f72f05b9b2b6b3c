//! Boolean search: formulas, solvers, and the listing of all models.
//!
//! This crate knows variables and clauses, nothing of atoms, relations or specs. It prints nothing
//! and reads no files.
//!
//! ```
//! use korrel_sat::{Cnf, Effort, Enumerator, Models, Options, Projection, Step, Var};
//!
//! // x ∨ y has three models: first those in which x is true.
//! let mut cnf = Cnf::with_primary(2);
//! let (x, y) = (Var::new(0), Var::new(1));
//! cnf.add_clause([x.positive(), y.positive()]);
//!
//! let effort = Effort::default(); // `effort.stop()`, from elsewhere, ends the search
//! let mut models =
//!     Enumerator::new(&cnf, &Projection::primary(&cnf), Options::default(), effort);
//! let mut found = Vec::new();
//! while models.next() == Step::Model {
//!     found.push((models.value(x), models.value(y)));
//! }
//! assert_eq!(found, [(true, true), (true, false), (false, true)]);
//! ```
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | change the search | `sat/enumerator`, one file for each technique |
//! | decide hard questions sooner | `sat/cdcl`, one file for each technique; `bench`'s `solvers` beside others |
//! | prove something of all runs of a system | `sat/induction` |
//! | count or draw otherwise | `sat/counter` (models), `enumerate/counting` (classes) |

// In reading order. The empty lines keep rustfmt from sorting them.
mod effort;

mod proof;

mod formula;

pub mod dimacs;

mod solver;

mod cdcl;

mod varisat;

mod models;

mod blocking;

mod enumerator;

mod refuted;

mod induction;

mod watch;

pub mod counter;

mod listing;

#[cfg(test)]
mod testing;

pub use blocking::Blocking;
pub use cdcl::{Cdcl, prove};
pub use effort::Effort;
pub use enumerator::{Enumerator, Options, PrefixTest};
pub use formula::{Cnf, Lit, Var};
pub use induction::{
    Frames, FramesAnswer, InductiveInvariant, LoopAnswer, LoopSearch, StepClauses,
};
pub use listing::{CompileWhen, Listing};
pub use models::{Models, Projection, Statistics, Step};
pub use proof::ProofLog;
pub use refuted::{is_refuted, is_refuted_cheaply, refuted};
pub use solver::{Answer, Solver};
pub use varisat::{Apart, Varisat};
