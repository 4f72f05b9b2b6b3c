//! A spec that is read again whenever it, or a module that it opens, is saved.

use std::path::{Path, PathBuf};

use korrel_page::OpenText;

use super::read::{find, places, read_spec};
use super::watched::WatchedFiles;
use crate::flags::LanguageFlags;
use crate::messages::error::Error;

/// Reads the spec as it is saved now, and all files that it is made of.
pub fn opened(spec: &Path, language: &LanguageFlags) -> Result<(OpenText, WatchedFiles), Error> {
    let mut watched = WatchedFiles::default();
    watched.add(spec.to_owned());
    let name = spec.display().to_string();
    let text = read_spec(spec, &name).map_err(Error::File)?;
    let mut modules: Vec<PathBuf> = Vec::new();
    let found = OpenText::with_files(&name, &text, language.dialect(), |request| {
        modules.extend(places(request, &language.folders));
        find(request, language)
    });
    let found = found.map_err(|error| Error::Internal(error.to_string()))?;
    modules.into_iter().for_each(|path| watched.add(path));
    Ok((found, watched))
}
