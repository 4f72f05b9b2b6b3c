//! The databases of an SQL schema, as instances of a spec.
//!
//! ```text
//! CREATE TABLE … ─► Schema ─► spec, with a Layout in its comments       no engine and no file is asked
//! Layout, heap ─► Database ─► INSERT …, CSV
//! SELECT … ─► QueryUsage: which values the spec must tell apart
//! Comparison: which databases are tried ─► Engine: what queries answer ─► Judge: the first difference, or a Suite
//! SELECT … ─► obligations, mutants: other queries ─► Suite: the few databases that meet them
//! ```
//!
//! Checks are not translated, but for those that ask only which references are NULL or the same. A column has a domain of a few values, so
//! a check is a table of the rows that it lets pass, and whatever can be evaluated can be said.
//!
//! # Where to change what
//!
//! | to | go to |
//! |---|---|
//! | read another statement | `sql/script.rs` for its text, `sql/tables` for what it says |
//! | heed what a dialect does otherwise | `sql/dialect.rs`, or `sql/expression` for a value; then docs/howto/sql.md |
//! | know another function or operator in a check | `sql/expression` |
//! | try other values | `sql/values.rs` |
//! | say more checks of rows, without values | `sql/domains/links.rs` |
//! | say a constraint otherwise in the spec | `sql/spec`, `sql/formula.rs` |
//! | write databases otherwise | `sql/layout/instance.rs` for the order of rows, `sql/database.rs` for statements |
//! | understand more of a query | `sql/usage`; without it, more values than need be are told apart |
//! | make another mutant | `sql/mutants` |
//! | demand more of test data | `sql/obligations` |
//! | compare results otherwise | `sql/compare.rs`, then docs/commands/sql.md |
//! | ask another engine | its program in `sql/client`, or one inside the program in `cli/commands/sql` |

pub mod client;
mod compare;
mod comparison;
mod database;
mod dialect;
mod domains;
mod engine;
mod expression;
mod fewest;
mod formula;
mod given;
mod goal;
mod judge;
mod layout;
mod moment;
mod mutants;
mod obligations;
mod parts;
mod pattern;
mod query;
mod quotes;
mod rowless;
mod schema;
mod script;
mod spec;
mod suite;
mod tables;
mod tokens;
mod unsaid;
mod usage;
mod value;
mod values;
mod views;

pub use compare::{QueryResult, RowOrder, are_same};
pub use comparison::Comparison;
pub use database::{Database, EarlyCell, TableRows};
pub use dialect::Dialect;
pub use domains::{Choices, ColumnPlace, Usage};
pub use engine::{Engine, EngineError, Outcome, Refusal};
pub use given::databases;
pub use goal::{Goal, GoalState};
pub use judge::{Answered, Difference, Differing, Judge, Tally, Verdict};
pub use layout::{ColumnLayout, Layout, ReferenceLayout, RowName, TableLayout, ValueLayout};
pub use mutants::{Mutant, mutants};
pub use parts::TextPlace;
pub use query::ReadQuery;
pub use schema::{Check, Column, ColumnKind, ForeignKey, Key, KeyPart, Place, Schema, Table};
pub use spec::DatabaseSpec;
pub use suite::{KeptDatabase, Suite};
pub use unsaid::{SqlMistake, Unsaid};
pub use usage::{Origin, QueryUsage, usage};
pub use value::Value;
