//! Themes of Alloy's viewer: files that say how instances are drawn.

use std::path::Path;

use korrel_draw::Hints;
use korrel_draw::thm::AlloyTheme;
use korrel_heapgraph::Header;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;

use super::read::read;
use crate::messages::error::{Error, shown};
use crate::messages::reporter::Reporter;

/// A theme, and the text that messages about it point into.
pub struct ThemeFile {
    sources: Sources,
    theme: AlloyTheme,
    /// The names that were warned of.
    told: Vec<Diagnostic>,
}

impl ThemeFile {
    /// # Errors
    /// A file that cannot be read, or that is no theme.
    pub fn read(path: &Path) -> Result<ThemeFile, Error> {
        let text = read(path, &shown(path)).map_err(Error::File)?;
        let mut sources = Sources::default();
        let file = sources.add(path.display().to_string(), text.clone());
        match AlloyTheme::read(file, &text) {
            Ok(theme) => Ok(ThemeFile { sources, theme, told: Vec::new() }),
            Err(mistake) => Err(Error::Spec(Box::new(sources), vec![mistake])),
        }
    }

    /// The same; what is passed over is told.
    ///
    /// # Errors
    /// As [`ThemeFile::read`].
    pub fn told(path: &Path, report: &Reporter) -> Result<ThemeFile, Error> {
        let theme = ThemeFile::read(path)?;
        theme.tell(report);
        Ok(theme)
    }

    /// Warns of what is passed over.
    pub fn tell(&self, report: &Reporter) {
        report.remarks(&self.sources, &self.theme.remarks);
    }

    pub fn hints(&self) -> &Hints {
        &self.theme.hints
    }

    /// Warns of names that none of these headers has, of each once.
    pub fn tell_unknown<'h>(
        &mut self,
        headers: impl IntoIterator<Item = &'h Header>,
        report: &Reporter,
    ) {
        let unknown = headers.into_iter().map(|header| self.theme.unknown(header));
        let of_all = unknown
            .reduce(|all, own| all.into_iter().filter(|remark| own.contains(remark)).collect());
        let mut new = of_all.unwrap_or_default();
        new.retain(|remark| !self.told.contains(remark));
        report.remarks(&self.sources, &new);
        self.told.extend(new);
    }
}

/// The theme of a flag, of which it is told what is passed over.
///
/// # Errors
/// As [`ThemeFile::read`].
pub fn told(theme: Option<&Path>, report: &Reporter) -> Result<Option<ThemeFile>, Error> {
    theme.map(|path| ThemeFile::told(path, report)).transpose()
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
