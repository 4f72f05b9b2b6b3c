//! A command's expectation, its finding, and the comparison of the two.

use korrel_lang::model::{Command, CommandKind, Expect};
use serde_json::Value as Json;

/// The finding about a command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// This many and no more.
    Exactly(u64),
    /// At least this many; more were not asked for.
    AtLeast(u64),
    /// At least this many when time ran out.
    Stopped(u64),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum CommandVerdict {
    Met,
    NotMet,
    Incomplete,
    /// The count that was expected is now the one that was found.
    Updated,
    /// The command cannot be asked.
    Mistaken,
}

/// A mistake in a file or a command.
pub struct Mistake {
    pub code: &'static str,
    pub message: String,
    /// `file:line:column`.
    pub at: Option<String>,
}

/// A file that cannot be asked anything.
pub struct BrokenFile {
    /// The file's name.
    pub spec: String,
    pub mistakes: Vec<Mistake>,
}

/// A command that was checked.
pub struct CheckedCommand {
    /// The file's name.
    pub spec: String,
    /// The command's place in its file, from 0.
    pub index: usize,
    pub label: String,
    /// The line and the column where it is written, from 1.
    pub place: (usize, usize),
    /// A check that holds because nothing satisfies the facts.
    pub is_vacuous: bool,
    /// The command as written, in one line.
    pub text: String,
    pub expected: Expectation,
    /// `None` if the command cannot be asked.
    pub found: Option<Finding>,
    pub verdict: CommandVerdict,
    pub mistakes: Vec<Mistake>,
    /// The shell command that lists the instances.
    pub find: String,
    /// The record of the first one, if it is one too many.
    pub first: Option<Json>,
}

impl CheckedCommand {
    /// `file:line:column`.
    pub fn at(&self) -> String {
        format!("{}:{}:{}", self.spec, self.place.0, self.place.1)
    }

    /// The command, its label before it unless it says that itself.
    pub fn name(&self) -> String {
        named(&self.label, &self.text)
    }

    /// `expected 5, found 3`, or the mistake.
    pub fn summary(&self) -> String {
        match self.found {
            Some(found) => {
                format!("expected {}, found {}", self.expected.describe(), found.describe())
            }
            None => self.mistakes.iter().map(Mistake::line).collect::<Vec<_>>().join("; "),
        }
    }
}

/// A command's text, its label before it unless it says that itself.
pub fn named(label: &str, text: &str) -> String {
    let is_said = label.contains('$') || text.split_whitespace().nth(1) == Some(label);
    if is_said { text.to_string() } else { format!("{label}: {text}") }
}

impl Mistake {
    pub fn line(&self) -> String {
        format!("[{}] {}", self.code, self.message)
    }
}

/// A row of the report, for one file or command.
pub enum ReportRow {
    Outcome(Box<CheckedCommand>),
    Broken(BrokenFile),
}

/// The number of instances expected, from the least to the greatest.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Expectation {
    pub least: u64,
    pub greatest: Option<u64>,
}

impl Expectation {
    /// A `check` without an `expect` is expected to have no counterexample.
    pub fn of(command: &Command) -> Expectation {
        let (least, greatest) = match (command.expect, command.kind) {
            (Some(Expect::Unsatisfiable), _) | (None, CommandKind::Check) => (0, Some(0)),
            (Some(Expect::Satisfiable), _) => (1, None),
            (Some(Expect::Exactly(count)), _) => (count, Some(count)),
            (None, CommandKind::Run) => (0, None),
        };
        Expectation { least, greatest }
    }

    /// The number of instances that decides whether it is met.
    pub fn enough(self) -> u64 {
        self.greatest.map_or(1, |greatest| greatest + 1)
    }

    /// True if any instance would be one too many.
    pub fn is_none(self) -> bool {
        self.greatest == Some(0)
    }

    pub fn verdict(self, found: Finding) -> CommandVerdict {
        let (least, greatest) = match found {
            Finding::Exactly(count) => (count, Some(count)),
            Finding::AtLeast(count) | Finding::Stopped(count) => (count, None),
        };
        let is_exceeded = self.greatest.is_some_and(|most| least > most);
        if is_exceeded || greatest.is_some_and(|greatest| greatest < self.least) {
            return CommandVerdict::NotMet;
        }
        let is_certain = least >= self.least && (self.greatest.is_none() || greatest.is_some());
        // A command about which nothing is known does not even meet that much.
        let is_certain = is_certain && found != Finding::Stopped(0);
        if is_certain { CommandVerdict::Met } else { CommandVerdict::Incomplete }
    }

    pub fn describe(self) -> String {
        match (self.least, self.greatest) {
            (_, Some(0)) => "none".to_string(),
            (_, Some(count)) => count.to_string(),
            (0, None) => "anything".to_string(),
            (_, None) => "some".to_string(),
        }
    }
}

impl Finding {
    pub fn count(self) -> u64 {
        match self {
            Finding::Exactly(count) | Finding::AtLeast(count) | Finding::Stopped(count) => count,
        }
    }

    pub fn describe(self) -> String {
        match self {
            Finding::Exactly(0) => "none".to_string(),
            Finding::Exactly(count) => count.to_string(),
            Finding::AtLeast(1) => "some".to_string(),
            Finding::AtLeast(count) => format!("{count} or more"),
            Finding::Stopped(count) => format!("{count} so far"),
        }
    }
}

impl CommandVerdict {
    pub fn word(self) -> &'static str {
        match self {
            CommandVerdict::Met => "ok",
            CommandVerdict::NotMet => "failed",
            CommandVerdict::Incomplete => "incomplete",
            CommandVerdict::Updated => "updated",
            CommandVerdict::Mistaken => "error",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// If this fails, a report calls a command fine that was never looked into.
    #[test]
    fn nothing_so_far_is_no_verdict() {
        let anything = Expectation { least: 0, greatest: None };
        assert!(anything.verdict(Finding::Stopped(0)) == CommandVerdict::Incomplete);
        assert!(anything.verdict(Finding::Stopped(1)) == CommandVerdict::Met);
        assert!(anything.verdict(Finding::Exactly(0)) == CommandVerdict::Met);
    }
}
