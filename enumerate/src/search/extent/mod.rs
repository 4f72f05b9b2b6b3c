//! The number of instances: estimated, or known by the numbers of models.

pub mod estimate;
pub mod ranked;
pub mod way;
