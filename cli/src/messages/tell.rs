//! Words to the user, on standard error.

use std::fmt::Display;
use std::io::Write;

use korrel_lang::visible::visible_lines;

/// Writes a line. If standard error cannot be written, nothing can be reported, and the exit code
/// still tells how the program ended.
///
/// Control characters, which would steer a terminal, are shown instead.
pub fn tell(line: impl Display) {
    tell_rendered(visible_lines(&line.to_string()));
}

/// Writes a line that may hold colors; the caller has made other people's text visible.
pub fn tell_rendered(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
