//! Heaps as JSON, under other names: which are the same, and all labellings of one.

pub(crate) mod agree;
pub(crate) mod relabel;
