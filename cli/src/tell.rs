//! Words to the user, on standard error.

use std::fmt::Display;
use std::io::Write;

/// Writes a line. Where standard error cannot be written there is nobody to be told, and the exit code
/// still says how it ended.
pub fn tell(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
