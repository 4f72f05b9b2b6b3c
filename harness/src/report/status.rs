//! The end of a run: why it is there, and how far the scope has grown until then.

use std::fmt::{self, Display, Formatter};

use serde_json::Value;

use crate::counted;

/// Tells whether every input of the scope was tried, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunStatus {
    Complete,
    /// There were as many failures as were wanted.
    Limit,
    /// Each of the first inputs ended the driver by one cause.
    Alike,
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

const NAMES: [(RunStatus, &str); 8] = [
    (RunStatus::Complete, "complete"),
    (RunStatus::Limit, "limit"),
    (RunStatus::Alike, "alike"),
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
            RunStatus::Alike => "each of the first inputs ends the driver by one cause",
            RunStatus::Budget => "the budget is spent",
            RunStatus::Timeout => "time ran out",
            RunStatus::Interrupted => "interrupted",
            RunStatus::Refused => "an error ended the run",
            RunStatus::Partial => "shards are missing",
        }
    }
}

/// The extent that a run with growing inputs has reached: inputs count once they are tried, not
/// once they are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grown {
    /// All inputs up to this n were tried.
    pub complete: Option<u64>,
    /// The part of the next n that was tried, in words: `41 inputs`. `None` if there is no next
    /// one.
    pub then: Option<String>,
}

impl Display for Grown {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match (self.complete, &self.then) {
            (None, None) => f.write_str("nothing was tried"),
            (None, Some(then)) => write!(f, "n = 0: {then}"),
            (Some(n), None) => write!(f, "COMPLETE to n = {n}"),
            (Some(n), Some(then)) => write!(f, "COMPLETE to n = {n}; n = {}: {then}", n + 1),
        }
    }
}

impl Grown {
    /// The extent once `tried` inputs of n were tried, which are not all of them.
    pub(crate) fn within(n: u64, tried: u64) -> Grown {
        Grown { complete: n.checked_sub(1), then: Some(counted(tried, "input")) }
    }

    /// Reads the extent from an end record.
    pub(super) fn read(end: &Value) -> Option<Grown> {
        end.get("extent")?.as_str().map(Grown::of_text)
    }

    /// Reads the extent from its text.
    pub(super) fn of_text(text: &str) -> Grown {
        let complete = text.strip_prefix("COMPLETE to n = ");
        let complete = complete.and_then(|n| n.split(';').next()?.parse().ok());
        let next = format!("n = {}: ", complete.map_or(0, |n| n + 1));
        let then = text.split_once(&next).map(|(_, then)| then.to_owned());
        Grown { complete, then }
    }

    /// The extent that this run and another one, of other shards, have reached together.
    pub(super) fn and(self, other: Grown) -> Grown {
        let complete = self.complete.min(other.complete);
        let goes_on = |grown: &Grown| grown.then.is_some() || grown.complete > complete;
        let then = goes_on(&self) || goes_on(&other);
        Grown { complete, then: then.then(|| "in part".to_owned()) }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// If this fails, an n is claimed that some shard has not done.
    #[test]
    fn shards_have_come_as_far_as_the_last_of_them() {
        let grown =
            |complete, then: Option<&str>| Grown { complete, then: then.map(str::to_owned) };
        let far = grown(Some(7), Some("9 inputs"));
        assert_eq!(
            far.clone().and(grown(Some(5), Some("1 input"))),
            grown(Some(5), Some("in part"))
        );
        assert_eq!(far.clone().and(grown(None, Some("1 input"))), grown(None, Some("in part")));
        assert_eq!(grown(Some(3), None).and(grown(Some(3), None)), grown(Some(3), None));
        for one in [far, grown(None, Some("2 inputs")), grown(Some(3), None), Grown::default()] {
            let end = json!({ "extent": one.to_string(), "complete_to": one.complete });
            assert_eq!(Grown::read(&end), Some(one));
        }
    }
}
