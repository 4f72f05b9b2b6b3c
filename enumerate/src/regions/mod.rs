//! Regions of the space of instances, which can be searched separately and continued later.

pub mod cube;
mod interval;
pub mod shard;
