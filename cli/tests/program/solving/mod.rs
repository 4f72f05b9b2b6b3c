//! Clauses, solvers and proofs.

mod certified;
mod proof;
mod solver;
mod translate;
