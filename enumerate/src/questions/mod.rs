//! Questions about a problem beside that for its instances.

pub mod conflict;
pub mod judged;
pub mod mentions;
pub mod vacuity;
pub mod verdict;
pub mod witnesses;
