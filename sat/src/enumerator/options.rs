//! Which techniques the search uses. None of them changes what is listed, or in which order.

/// Settings of an [`Enumerator`](crate::Enumerator); the default is right for most purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether to learn also from conflicts that exhaust a region, where no clause is needed to
    /// go on. (Where the search can jump back, it always learns.)
    pub learn: bool,
    /// Unit of the Luby sequence of restarts, in conflicts; none: never restart, unless guided.
    pub restarts: Option<u64>,
    /// Number of learned clauses at which to forget half of them for the first time.
    pub reduce_at: usize,
    /// Number of conflicts since the last model after which to ask, in activity order, whether
    /// the region has any model at all; none: never.
    pub guide_after: Option<u64>,
    /// Number of conflicts at which the search gives up, as if it had been stopped; none: never.
    pub conflicts: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            learn: true,
            restarts: None,
            reduce_at: 1000,
            guide_after: Some(500),
            conflicts: None,
        }
    }
}
