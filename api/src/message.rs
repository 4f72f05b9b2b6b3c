//! Diagnostics as data.

use korrel_lang::code::{Code, Severity};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::{Sources, Span};
use serde_json::{Value as Json, json};

/// A diagnostic as an object of `--messages json`: severity, code, places, remedies, and the text for people.
pub fn message(sources: &Sources, diagnostic: &Diagnostic) -> Json {
    let place = |(span, label): &(Span, Box<str>), is_primary: bool| {
        let (line, column) = sources.line_and_column(*span);
        let end = Span { start: span.end, ..*span };
        let (end_line, end_column) = sources.line_and_column(end);
        json!({ "file": sources.get(span.file).name, "line": line, "column": column,
            "end_line": end_line, "end_column": end_column, "label": label, "primary": is_primary })
    };
    let first = diagnostic.place.iter().map(|one| place(one, true));
    let places: Vec<Json> =
        first.chain(diagnostic.related.iter().map(|one| place(one, false))).collect();
    let severity = match diagnostic.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    json!({
        "kind": "message",
        "severity": severity,
        "code": diagnostic.code.map(Code::name),
        "message": diagnostic.message,
        "places": places,
        "help": diagnostic.help,
        "text": format!("{}\n", diagnostic.render(sources, false)),
    })
}
