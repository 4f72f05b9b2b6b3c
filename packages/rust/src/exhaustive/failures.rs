//! The failures of a run that goes on after each, by their causes, and how they are told.

use std::collections::HashMap;
use std::fmt;

use super::TestCaseError;
use super::cause::Failing;
use super::panics::{Panicked, caught};

/// So many causes are shown. Of those behind them only the number is told.
const SHOWN: usize = 50;

/// The failures of a run that goes on after each, by their causes, in the order in which they were met.
pub(super) struct Failures {
    /// What fails: an input.
    noun: &'static str,
    groups: Vec<FailureGroup>,
    /// The place of each cause in `groups`.
    known: HashMap<String, usize>,
    pub(super) inputs: u32,
}

/// The inputs that fail by one cause. The first one that was met stands for all.
struct FailureGroup {
    cause: String,
    inputs: u32,
    why: String,
    shown: String,
    /// How the one that is shown is called: the smallest.
    which: &'static str,
}

impl Failures {
    pub(super) fn of(noun: &'static str) -> Failures {
        Failures { noun, groups: Vec::new(), known: HashMap::new(), inputs: 0 }
    }

    /// How many there are.
    pub(super) fn number(&self) -> String {
        counted(self.inputs, self.noun)
    }

    pub(super) fn add(&mut self, failing: Failing, shown: String, which: &'static str) {
        self.inputs += 1;
        let Failing { why, cause } = failing;
        if let Some(at) = self.known.get(&cause) {
            self.groups[*at].inputs += 1;
            return;
        }
        self.known.insert(cause.clone(), self.groups.len());
        self.groups.push(FailureGroup { cause, inputs: 1, why, shown, which });
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, group) in self.groups.iter().enumerate().take(SHOWN) {
            let FailureGroup { cause, inputs, why, shown, which } = group;
            writeln!(f, "  {}. {cause}  ({})", at + 1, counted(*inputs, self.noun))?;
            let gap = if shown.starts_with('\n') { "" } else { " " };
            writeln!(f, "     {which}:{gap}{}", shown.replace('\n', "\n     "))?;
            if why != cause {
                writeln!(f, "     {}", why.trim().replace('\n', "\n     "))?;
            }
        }
        match self.groups.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            1 => writeln!(f, "  … and 1 more cause"),
            more => writeln!(f, "  … and {more} more causes"),
        }
    }
}

impl fmt::Display for Headline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failures { groups, inputs, noun, .. } = self.0;
        let causes = counted(groups.len() as u64, "cause");
        let fail = if *inputs == 1 { "fails" } else { "fail" };
        write!(f, "{inputs} of {} {fail}, by {causes}", counted(self.1, noun))
    }
}

/// The failures, and the number of all inputs.
pub(super) struct Headline<'a>(pub(super) &'a Failures, pub(super) u32);

/// `1 input`, `2 inputs`
pub(super) fn counted(number: impl Into<u128>, noun: &str) -> String {
    let number: u128 = number.into();
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What was tried before the one that fails.
pub(super) fn passed_before(number: u32) -> String {
    match number {
        0 => "it is the first".to_owned(),
        1 => "the one before it passes".to_owned(),
        _ => format!("all {number} before it pass"),
    }
}

/// What is shown of a cause, if it is not the least.
pub(super) const ONE_AT_RANDOM: &str = "one of them, drawn at random";

/// What a property says of an input. `is_mute`: its panics print nothing.
pub(super) fn judged(
    is_mute: bool,
    property: impl FnOnce() -> Result<(), TestCaseError>,
) -> Result<(), NotPassed> {
    match caught(is_mute, property) {
        Ok(Ok(())) => Ok(()),
        Ok(Err(TestCaseError::Reject(_))) => Err(NotPassed::Rejected),
        Ok(Err(TestCaseError::Fail(why))) => Err(NotPassed::Fails(Failing::of(why, None))),
        Ok(Err(TestCaseError::FailBy(cause, why))) => Err(NotPassed::Fails(Failing { why, cause })),
        Err(Panicked { why, place }) => Err(NotPassed::Fails(Failing::of(why, place))),
    }
}

/// Why an input does not pass.
pub(super) enum NotPassed {
    Rejected,
    Fails(Failing),
}
