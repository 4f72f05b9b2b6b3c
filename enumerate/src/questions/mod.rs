//! Questions about a problem beside that for its instances.

pub mod combinations;
pub mod conflict;
pub mod explanation;
pub mod idle;
pub mod judged;
pub mod mentions;
pub mod near_miss;
pub mod vacuity;
pub mod verdict;
pub mod witnesses;
