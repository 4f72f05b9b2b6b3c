//! The files that are checked.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::files::read::unreadable_spec;
use crate::flags::CheckFlags;
use crate::messages::error::Error;

/// The files that are named, and those of the folders that are, in this order.
///
/// # Errors
/// A path that does not exist, a folder that cannot be read or has no spec in it, or standard input,
/// if that is to be updated: mistakes in the command line.
pub fn specs(check: &CheckFlags) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for path in &check.paths {
        let specs = below(path)?;
        if specs.is_empty() {
            return Err(unreadable_spec(path, &"there is no .als file in it"));
        }
        files.extend(specs);
    }
    if !check.update {
        return Ok(files);
    }
    if files.iter().any(|file| file == Path::new("-")) {
        let message = "standard input cannot be updated";
        let mistake = Diagnostic::new(code::FILE, message).help("name a file");
        return Err(Error::Usage(mistake));
    }
    // Two threads must not write one file.
    let mut seen = HashSet::new();
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    Ok(files)
}

/// The file itself, or all `.als` files below a folder, by name.
fn below(path: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |error: std::io::Error| unreadable_spec(path, &error);
    if path == Path::new("-") || !std::fs::metadata(path).map_err(unreadable)?.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut entries = Vec::new();
    for entry in std::fs::read_dir(path).map_err(unreadable)? {
        entries.push(entry.map_err(unreadable)?.path());
    }
    entries.sort();
    let mut specs = Vec::new();
    for entry in entries {
        if entry.is_dir() {
            specs.extend(below(&entry)?);
        } else if entry.extension().is_some_and(|extension| extension == "als") {
            specs.push(entry);
        }
    }
    Ok(specs)
}
