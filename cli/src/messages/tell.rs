//! Words to the user, on standard error: as text, or as an object a line.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use korrel_lang::code::{Code, Severity};
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::{Sources, Span};
use korrel_lang::visible::{visible_json, visible_lines};
use serde_json::{Value as Json, json};

/// Messages are objects. Whoever tells something need not know.
static IS_JSON: AtomicBool = AtomicBool::new(false);

/// All messages from here on are objects.
pub fn as_json() {
    IS_JSON.store(true, Ordering::Relaxed);
}

/// Writes a line. If standard error cannot be written, nothing can be reported, and the exit code
/// still tells how the program ended.
///
/// Control characters, which would steer a terminal, are shown instead.
pub fn tell(line: impl Display) {
    let text = line.to_string();
    if IS_JSON.load(Ordering::Relaxed) {
        let is_error = ["error: ", "internal error: "].iter().any(|begin| text.starts_with(begin));
        let severity = if is_error { "error" } else { "note" };
        let message = json!({ "kind": "message", "severity": severity, "text": text });
        return tell_rendered(visible_json(&message.to_string()));
    }
    tell_rendered(visible_lines(&text));
}

/// Writes a line that may hold colors; the caller has made other people's text visible.
pub fn tell_rendered(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A message as it is written, without the last line break.
pub fn rendered(sources: &Sources, diagnostic: &Diagnostic, color: bool) -> String {
    if !IS_JSON.load(Ordering::Relaxed) {
        return format!("{}\n", diagnostic.render(sources, color));
    }
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
    let message = json!({
        "kind": "message",
        "severity": severity,
        "code": diagnostic.code.map(Code::name),
        "message": diagnostic.message,
        "places": places,
        "help": diagnostic.help,
        "text": format!("{}\n", diagnostic.render(sources, false)),
    });
    visible_json(&message.to_string()).into_owned()
}
