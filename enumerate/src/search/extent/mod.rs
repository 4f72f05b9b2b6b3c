//! The number of instances: estimated, measured cube by cube, or known by the numbers of models.

pub mod estimate;
pub mod measured;
pub mod ranked;
pub mod way;
