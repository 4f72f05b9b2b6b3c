//! The values that expressions become.

pub(crate) mod number;
pub(crate) mod order;
pub(crate) mod relation;
pub(crate) mod scalar;
