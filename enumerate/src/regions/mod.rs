//! Regions of the space of instances, which can be searched separately and continued later.

pub mod cube;
pub mod deal;
mod grain;
mod interval;
pub mod known;
pub mod place;
pub mod range;
pub mod shard;

#[cfg(test)]
mod tests;
