//! The inputs for a driver, and the oracle that knows the spec: handed in.

pub(crate) mod growth;
pub(crate) mod input;
pub(crate) mod oracle;
