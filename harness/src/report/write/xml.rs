//! Text in XML and HTML.

use std::fmt::Write;

/// Escapes a text or an attribute's value. Characters that XML does not have are shown.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(c),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => {
                write!(escaped, "\\u{{{:x}}}", u32::from(c)).expect("strings take all");
            }
            _ => escaped.push(c),
        }
    }
    escaped
}

/// Escapes an attribute's value, on one line.
pub(super) fn attribute(text: &str) -> String {
    escaped(text).replace(['\n', '\t'], " ")
}
