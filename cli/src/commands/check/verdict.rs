//! How a command or an example fared, and the mistakes that keep it from being asked.

use korrel::question::check::Verdict;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use serde_json::{Value as Json, json};

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

impl From<Verdict> for CommandVerdict {
    fn from(verdict: Verdict) -> CommandVerdict {
        match verdict {
            Verdict::Met => CommandVerdict::Met,
            Verdict::NotMet => CommandVerdict::NotMet,
            Verdict::Incomplete => CommandVerdict::Incomplete,
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

/// A mistake in a file or a command.
pub struct Mistake {
    pub code: &'static str,
    pub message: String,
    /// `file:line:column`.
    pub at: Option<String>,
}

impl Mistake {
    pub fn new(sources: &Sources, diagnostic: &Diagnostic) -> Mistake {
        Mistake {
            code: diagnostic.code.map_or("", |code| code.name()),
            message: diagnostic.message.to_string(),
            at: diagnostic.place.as_ref().map(|(span, _)| sources.place(*span)),
        }
    }

    pub fn line(&self) -> String {
        format!("[{}] {}", self.code, self.message)
    }

    pub fn record(&self) -> Json {
        json!({ "code": self.code, "message": self.message, "at": self.at })
    }
}
