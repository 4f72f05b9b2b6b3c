//! Solvers that answer one question after the other: is there a model?

mod apart;
mod proof;
mod solver;
mod until;

pub use apart::Apart;
pub use proof::prove;
pub use solver::{Answer, Solver, Varisat};
pub use until::until;
