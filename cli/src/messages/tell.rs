//! Words to the user, on standard error: as text, or as an object a line.

use std::fmt::Display;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};

use korrel::message;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::visible::{visible_json, visible_lines};
use serde_json::json;

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

/// Writes a line that may hold colors. The caller has made other people's text visible.
pub fn tell_rendered(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// A message as it is written, without the last line break.
pub fn rendered(sources: &Sources, diagnostic: &Diagnostic, color: bool) -> String {
    if !IS_JSON.load(Ordering::Relaxed) {
        return format!("{}\n", diagnostic.render(sources, color));
    }
    visible_json(&message(sources, diagnostic).to_string()).into_owned()
}
