//! Themes of Alloy's viewer: files that say how instances are drawn.

use std::path::Path;

use korrel_draw::Hints;
use korrel_draw::thm::AlloyTheme;
use korrel_heapgraph::Header;
use korrel_lang::source::Sources;

use super::read::read;
use crate::messages::error::{Error, shown};
use crate::messages::reporter::Reporter;

/// A theme, and the text that messages about it point into.
pub struct ThemeFile {
    sources: Sources,
    theme: AlloyTheme,
}

impl ThemeFile {
    /// # Errors
    /// A file that cannot be read, or that is no theme.
    pub fn read(path: &Path) -> Result<ThemeFile, Error> {
        let text = read(path, &shown(path)).map_err(Error::File)?;
        let mut sources = Sources::default();
        let file = sources.add(path.display().to_string(), text.clone());
        match AlloyTheme::read(file, &text) {
            Ok(theme) => Ok(ThemeFile { sources, theme }),
            Err(mistake) => Err(Error::Spec(Box::new(sources), vec![mistake])),
        }
    }

    /// The same; what is passed over is told.
    ///
    /// # Errors
    /// As [`ThemeFile::read`].
    pub fn told(path: &Path, report: &Reporter) -> Result<ThemeFile, Error> {
        let theme = ThemeFile::read(path)?;
        report.remarks(&theme.sources, &theme.theme.remarks);
        Ok(theme)
    }

    pub fn hints(&self) -> &Hints {
        &self.theme.hints
    }

    /// Warns of names that none of these headers has.
    pub fn tell_unknown<'h>(
        &self,
        headers: impl IntoIterator<Item = &'h Header>,
        report: &Reporter,
    ) {
        let unknown = headers.into_iter().map(|header| self.theme.unknown(header));
        let of_all = unknown
            .reduce(|all, own| all.into_iter().filter(|remark| own.contains(remark)).collect());
        report.remarks(&self.sources, &of_all.unwrap_or_default());
    }
}

/// The hints of a spec's text, and of a theme after them.
///
/// # Errors
/// As [`ThemeFile::read`].
pub fn hints(text: &str, theme: Option<&Path>, report: &Reporter) -> Result<Hints, Error> {
    let said = Hints::read(text);
    let Some(path) = theme else { return Ok(said) };
    Ok(said.then(ThemeFile::told(path, report)?.hints()))
}

/// Says that there is a theme of the spec's name, which is only heeded if it is asked for: what a drawing hides depends on
/// no file that nobody has named.
pub fn tell_of_neighbour(spec: &Path, report: &Reporter) {
    let neighbour = spec.with_extension("thm");
    if neighbour.is_file() {
        let name = shown(&neighbour);
        report.note(&format!("there is a theme beside the spec: `--theme {name}` draws by it"));
    }
}
