//! Clauses, solvers and proofs.

mod certified;
mod counted;
mod proof;
mod solver;
mod translate;
