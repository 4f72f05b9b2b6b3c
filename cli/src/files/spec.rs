//! Specs from files.

use std::path::Path;

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::load::OpenRequest;
use korrel_lang::spec::Spec;
use korrel_lang::visible::visible;

use super::read::{find, read_spec};
use crate::flags::LanguageFlags;
use crate::messages::error::Error;

/// Reads a file, or standard input for `-`. It is called as it was given.
///
/// # Errors
/// A file that cannot be read, parsed or resolved.
pub fn load(path: &Path, language: &LanguageFlags) -> Result<Spec, Error> {
    let name = path.display().to_string();
    let name = if name == "-" { "<stdin>".to_string() } else { name };
    let text = read_spec(path, &name).map_err(Error::File)?;
    if text.trim_start().starts_with(['{', '[']) {
        return Err(Error::File(json_for_spec(&name)));
    }
    let find = &mut |request: &OpenRequest<'_>| find(request, &language.folders);
    Ok(Spec::read(&name, text, language.strict_alloy, find)?)
}

/// A heap where a spec belongs: no spec starts with a bracket.
fn json_for_spec(name: &str) -> Diagnostic {
    let message = format!("`{}` is JSON; the spec comes first", visible(name));
    Diagnostic::new(code::FILE, message)
        .help("heaps follow `--heap`, as in `korrel eval list.als --heap heaps.jsonl`")
}
