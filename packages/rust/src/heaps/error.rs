//! The reasons why there are no inputs.

use std::fmt;

use korrel_heapgraph::typed::Misfit;
use serde_json::Value as Json;

/// The reason why there are no inputs, or no more of them.
#[derive(Clone, Debug)]
pub enum Error {
    /// The spec, the scope or the command is refused: the messages, in order.
    Refused(Vec<Message>),
    /// The search ended, by time or memory, before all instances were found.
    Stopped,
    /// Values that do not fit the spec.
    Misfit(Misfit),
    /// The program `korrel` is not there, is of another version, or fails. The text says how to mend it.
    Program(String),
}

/// A message about a spec, as `korrel --messages json` writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// `error`, `warning` or `note`.
    pub severity: String,
    /// `E0006`, which `korrel explain` knows.
    pub code: Option<String>,
    /// The message in one sentence.
    pub message: String,
    /// The places that it is about.
    pub places: Vec<Place>,
    /// Remedies.
    pub help: Vec<String>,
    /// The text that a person reads, with the places.
    pub text: String,
}

/// A place in a spec. Lines and columns count characters, from 1, and the end is past the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: String,
    pub line: u64,
    pub column: u64,
    pub end_line: u64,
    pub end_column: u64,
    pub label: String,
    /// The place that is wrong, and not another one that matters.
    pub is_primary: bool,
}

impl Message {
    /// The message that a record describes.
    pub(crate) fn read(record: &Json) -> Message {
        let text = |of: &Json, name: &str| of[name].as_str().unwrap_or_default().to_owned();
        let items = |name: &str| record[name].as_array().into_iter().flatten();
        let place = |place: &Json| {
            let number = |name: &str| place[name].as_u64().unwrap_or_default();
            Place {
                file: text(place, "file"),
                line: number("line"),
                column: number("column"),
                end_line: number("end_line"),
                end_column: number("end_column"),
                label: text(place, "label"),
                is_primary: place["primary"] == true,
            }
        };
        let sentence = if record["message"].is_string() { "message" } else { "text" };
        Message {
            severity: text(record, "severity"),
            code: record["code"].as_str().map(str::to_owned),
            message: text(record, sentence),
            places: items("places").map(place).collect(),
            help: items("help").filter_map(|help| help.as_str().map(str::to_owned)).collect(),
            text: text(record, "text"),
        }
    }

    /// A message that has only a text.
    pub(crate) fn of(severity: &str, text: &str) -> Message {
        Message {
            severity: severity.to_owned(),
            code: None,
            message: text.to_owned(),
            places: Vec::new(),
            help: Vec::new(),
            text: text.to_owned(),
        }
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text.trim_end())
    }
}

/// The texts of several messages.
pub(crate) fn told(messages: &[Message]) -> String {
    let texts: Vec<&str> = messages.iter().map(|message| message.text.trim_end()).collect();
    texts.join("\n\n")
}

impl From<Misfit> for Error {
    fn from(misfit: Misfit) -> Error {
        Error::Misfit(misfit)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused(messages) => f.write_str(&told(messages)),
            Error::Stopped => f.write_str("the search was stopped before all instances were found"),
            Error::Misfit(misfit) => misfit.fmt(f),
            Error::Program(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}
