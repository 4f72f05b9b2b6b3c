//! The reason why a report ends where it does.

/// Tells whether every input of the scope was tried, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    Complete,
    /// There were as many failures as were wanted.
    Limit,
    /// The time for new inputs was over.
    Budget,
    /// Time ran out.
    Timeout,
    Interrupted,
    /// A driver could not be asked.
    Refused,
    /// Shards are missing.
    Partial,
}

const NAMES: [(RunStatus, &str); 7] = [
    (RunStatus::Complete, "complete"),
    (RunStatus::Limit, "limit"),
    (RunStatus::Budget, "budget"),
    (RunStatus::Timeout, "timeout"),
    (RunStatus::Interrupted, "interrupted"),
    (RunStatus::Refused, "error"),
    (RunStatus::Partial, "partial"),
];

impl RunStatus {
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(status, _)| *status == self).expect("all have a name").1
    }

    pub(super) fn named(name: &str) -> Option<RunStatus> {
        NAMES.iter().find(|(_, other)| *other == name).map(|(status, _)| *status)
    }

    /// The status in words, for the last line.
    pub fn why(self) -> &'static str {
        match self {
            RunStatus::Complete => "every input was tried",
            RunStatus::Limit => "there are as many failures as were asked for",
            RunStatus::Budget => "the budget is spent",
            RunStatus::Timeout => "time ran out",
            RunStatus::Interrupted => "interrupted",
            RunStatus::Refused => "an error ended the run",
            RunStatus::Partial => "shards are missing",
        }
    }
}
