//! Solvers that answer one question after the other: is there a model?

mod apart;
mod cdcl;
mod proof;
mod solver;
mod until;
mod varisat;

pub use self::varisat::Varisat;
pub use apart::Apart;
pub use cdcl::Cdcl;
pub use proof::prove;
pub use solver::{Answer, AnySolver, Solver};
pub use until::until;
