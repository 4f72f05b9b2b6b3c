//! What is asked of a driver, and who knows the spec: handed in.

pub(crate) mod growth;
pub(crate) mod input;
pub(crate) mod oracle;
