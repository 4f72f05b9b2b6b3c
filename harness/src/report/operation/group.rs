//! Failures of one cause.

use crate::asked::input::InputName;
use crate::failure::FailedInput;

#[derive(Clone, Debug)]
pub struct FailureGroup {
    pub cause: String,
    pub at: Option<String>,
    pub count: u64,
    /// The number of known failures among them.
    pub known: u64,
    /// The first of the smallest failures.
    pub smallest: FailedInput,
    /// The names and sizes of all, if they are kept, as they came.
    pub all: Vec<(InputName, u64)>,
}

impl FailureGroup {
    pub(super) fn new(failure: FailedInput) -> FailureGroup {
        let cause = &failure.causes[0];
        let (cause, at, known) = (cause.text.clone(), cause.at.clone(), failure.is_known.into());
        FailureGroup { cause, at, count: 1, known, smallest: failure, all: Vec::new() }
    }

    pub(in crate::report) fn takes(&self, failure: &FailedInput) -> bool {
        let cause = &failure.causes[0];
        self.cause == cause.text && self.at == cause.at
    }

    /// All failures that are kept, the smallest first.
    pub(in crate::report) fn by_size(&self) -> Vec<&(InputName, u64)> {
        let mut all: Vec<_> = self.all.iter().collect();
        all.sort_by_key(|(_, size)| *size);
        all
    }

    /// Adds another failure of this cause. A failure that nobody knew is shown rather than a known
    /// one.
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
