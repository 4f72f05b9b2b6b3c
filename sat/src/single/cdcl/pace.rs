//! The intervals at which the techniques run.

/// Intervals in conflicts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    /// The conflicts before the first simplification.
    pub first_simplification: u64,
    /// The amount by which the time between simplifications grows.
    pub simplification: u64,
    /// The amount by which the time between reductions grows.
    pub reduction: u64,
    /// The first focused time.
    pub first_mode: u64,
    /// The unit of the stable mode's restarts.
    pub restart: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            first_simplification: 500,
            simplification: 2000,
            reduction: 300,
            first_mode: 1000,
            restart: 1024,
        }
    }
}

#[cfg(test)]
impl Pace {
    /// Everything after a few conflicts, so that small formulas meet it.
    pub const HASTY: Self = Self {
        first_simplification: 1,
        simplification: 2,
        reduction: 3,
        first_mode: 5,
        restart: 2,
    };
}
