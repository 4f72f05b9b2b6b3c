//! Failures of one cause.

use crate::failure::FailedInput;

#[derive(Clone, Debug)]
pub struct FailureGroup {
    pub cause: String,
    pub at: Option<String>,
    pub count: u64,
    /// So many of them were known.
    pub known: u64,
    /// The first of the smallest failures.
    pub smallest: FailedInput,
}

impl FailureGroup {
    pub(super) fn new(failure: FailedInput) -> FailureGroup {
        let cause = &failure.causes[0];
        let (cause, at, known) = (cause.text.clone(), cause.at.clone(), failure.is_known.into());
        FailureGroup { cause, at, count: 1, known, smallest: failure }
    }

    pub(in crate::report) fn takes(&self, failure: &FailedInput) -> bool {
        let cause = &failure.causes[0];
        self.cause == cause.text && self.at == cause.at
    }

    /// Another failure of this cause. A failure that nobody knew is shown rather than a known one.
    pub(in crate::report) fn add(&mut self, failure: FailedInput) {
        self.count += 1;
        self.known += u64::from(failure.is_known);
        let rank = |failure: &FailedInput| (failure.is_known, failure.size);
        if rank(&failure) < rank(&self.smallest) {
            self.smallest = failure;
        }
    }

    pub(in crate::report) fn is_known(&self) -> bool {
        self.known == self.count
    }
}
