//! A text as a new file, or on standard output.

use std::io::Write;
use std::path::Path;

use super::part::PartFile;
use crate::messages::error::Error;

/// Writes a text to a file that is whole or not there, and never one that was; without a path, to
/// standard output.
///
/// # Errors
/// If the file exists, or cannot be written.
pub fn write_text(path: Option<&Path>, text: &str) -> Result<(), Error> {
    let Some(path) = path else {
        return Ok(std::io::stdout().lock().write_all(text.as_bytes())?);
    };
    let part = PartFile::create(path, "another run is writing it, or was killed while it did")?;
    let written = part.file().write_all(text.as_bytes()).and_then(|()| part.publish());
    written.map_err(|error| {
        part.remove();
        Error::unwritable(path, &error)
    })
}
