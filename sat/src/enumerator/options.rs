//! The techniques that the search uses. None of them changes what is listed, or in which order.

/// Settings of an [`Enumerator`](crate::Enumerator); the default is right for most purposes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Learn also from conflicts that exhaust a region, where no clause is needed to go on. (Where
    /// the search can jump back, it always learns.)
    pub learn: bool,
    /// Number of learned clauses at which to forget half of them for the first time.
    pub reduce_at: usize,
    /// Number of conflicts since the last model after which to ask a general search whether the
    /// region has any model at all, for the first time; none: never, 0: before each decision.
    pub guide_after: Option<u64>,
}

impl Default for Options {
    fn default() -> Self {
        Self { learn: true, reduce_at: 1000, guide_after: Some(500) }
    }
}
