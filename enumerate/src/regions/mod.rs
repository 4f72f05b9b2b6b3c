//! Regions of the space of instances: to be searched apart from each other, and gone on with later.

pub mod cube;
pub mod shard;
