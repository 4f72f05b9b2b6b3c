//! Variables, literals, clauses, and their text.

mod cnf;
pub mod dimacs;
mod literal;

pub use cnf::Cnf;
pub use literal::{Lit, Var};
