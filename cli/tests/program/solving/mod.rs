//! Clauses, solvers and proofs.

mod proof;
mod solver;
mod translate;
