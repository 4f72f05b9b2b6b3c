//! Questions about a problem beside that for its instances.

pub mod combinations;
pub mod conflict;
pub mod endless;
pub mod ends;
pub mod explanation;
pub mod formula;
pub mod idle;
pub mod judged;
pub mod mentions;
mod quick;
pub mod vacuity;
pub mod witnesses;
