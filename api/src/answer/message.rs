//! Diagnostics as data.

use korrel_lang::code::{Code, Severity};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::{Sources, Span};
use serde::Serialize;
use serde_json::Value as Json;

/// A message about a spec.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Message {
    /// `message`.
    #[cfg_attr(feature = "schema", schemars(extend("const" = "message")))]
    pub kind: &'static str,
    /// `error`, `warning` or `note`.
    #[cfg_attr(feature = "schema", schemars(extend("enum" = ["error", "warning", "note"])))]
    pub severity: &'static str,
    /// Its code, such as `E0006`, of which `explain` says more.
    pub code: Option<&'static str>,
    pub message: String,
    /// The place that it is about, first, and others that matter.
    pub places: Vec<Place>,
    /// The remedies.
    pub help: Vec<String>,
    /// Edits that mend it; each was tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fixes: Vec<Fix>,
    /// All of that as a text that shows the places.
    pub text: String,
}

/// A place in a text. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Place {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    /// A remark about the place.
    pub label: String,
    /// True of the place that the message is about.
    pub primary: bool,
}

/// Edits that mend a mistake.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    pub title: String,
    pub edits: Vec<Edit>,
}

/// A text in the place of another one of the spec. Lines and columns are counted from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edit {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    pub end_column: usize,
    pub text: String,
}

impl Message {
    /// A diagnostic with the texts that it points into.
    pub fn new(sources: &Sources, diagnostic: &Diagnostic) -> Message {
        let place = |(span, label): &(Span, Box<str>), primary: bool| {
            let (line, column) = sources.line_and_column(*span);
            let end = Span { start: span.end, ..*span };
            let (end_line, end_column) = sources.line_and_column(end);
            let file = sources.get(span.file).name.clone();
            Place { file, line, column, end_line, end_column, label: label.to_string(), primary }
        };
        let first = diagnostic.place.iter().map(|one| place(one, true));
        Message {
            kind: "message",
            severity: match diagnostic.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Note => "note",
            },
            code: diagnostic.code.map(Code::name),
            message: diagnostic.message.to_string(),
            places: first.chain(diagnostic.related.iter().map(|one| place(one, false))).collect(),
            help: diagnostic.help.clone(),
            fixes: Vec::new(),
            text: format!("{}\n", diagnostic.render(sources, false)),
        }
    }
}

/// A diagnostic as an object of `--messages json`: severity, code, places, remedies, and the text for people.
pub fn message(sources: &Sources, diagnostic: &Diagnostic) -> Json {
    serde_json::to_value(Message::new(sources, diagnostic)).expect("a message is JSON")
}
