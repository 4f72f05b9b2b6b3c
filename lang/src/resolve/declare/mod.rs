//! The declarations of a program: modules, sigs, fields, predicates and functions, facts.

mod changing;
pub(crate) mod facts;
pub(crate) mod fields;
pub(crate) mod functions;
pub(crate) mod modules;
mod recursion;
pub(crate) mod sigs;
pub(crate) mod states;
mod variables;
