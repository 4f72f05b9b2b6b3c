//! Messages about mistakes, and about legal forms that cannot be meant.

pub(crate) mod arity;
pub(crate) mod foreign;
mod habits;
mod no_formula;
pub(crate) mod temporal;
pub(crate) mod unknown;
mod warnings;
mod whole;
