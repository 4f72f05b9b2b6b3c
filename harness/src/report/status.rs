//! Why a report ends where it does.

/// Whether every input of the scope was tried, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
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

const NAMES: [(Status, &str); 7] = [
    (Status::Complete, "complete"),
    (Status::Limit, "limit"),
    (Status::Budget, "budget"),
    (Status::Timeout, "timeout"),
    (Status::Interrupted, "interrupted"),
    (Status::Refused, "error"),
    (Status::Partial, "partial"),
];

impl Status {
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|(status, _)| *status == self).expect("all have a name").1
    }

    pub(super) fn named(name: &str) -> Option<Status> {
        NAMES.iter().find(|(_, other)| *other == name).map(|(status, _)| *status)
    }

    /// In words, for the last line.
    pub(super) fn why(self) -> &'static str {
        match self {
            Status::Complete => "every input was tried",
            Status::Limit => "there are as many failures as were asked for",
            Status::Budget => "the budget is spent",
            Status::Timeout => "time ran out",
            Status::Interrupted => "interrupted",
            Status::Refused => "the driver cannot be asked",
            Status::Partial => "shards are missing",
        }
    }
}
