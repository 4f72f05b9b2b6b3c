//! `--theme`: a theme of Alloy's viewer, read again whenever it is saved.

use std::path::{Path, PathBuf};

use korrel_draw::Hints;
use korrel_heapgraph::Header;

use super::GONE;
use crate::files::theme::ThemeFile;
use crate::files::watched::WatchedFiles;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

/// The file of a theme, which may be saved while the page is open.
pub struct WatchedTheme {
    file: PathBuf,
    watched: WatchedFiles,
    /// The last one that was whole.
    theme: ThemeFile,
    /// The looks for which the file has been no theme since it was saved.
    broken: Option<u32>,
}

impl WatchedTheme {
    /// Reads it; what is passed over is told.
    ///
    /// # Errors
    /// A file that cannot be read, or that is no theme.
    pub fn of(file: &Path, report: &Reporter) -> Result<WatchedTheme, Error> {
        let watched = WatchedFiles::of(file);
        let theme = ThemeFile::told(file, report)?;
        Ok(WatchedTheme { file: file.to_owned(), watched, theme, broken: None })
    }

    pub fn hints(&self) -> &Hints {
        self.theme.hints()
    }

    /// Warns of names that none of these headers has.
    pub fn tell_unknown(&mut self, headers: &[Header], report: &Reporter) {
        self.theme.tell_unknown(headers, report);
    }

    /// True if another theme was saved since the last look. While it is being saved it may be no theme, or not be there. If
    /// it stays so, the mistake is told once, and the last theme is heeded.
    pub fn is_saved(&mut self, report: &Reporter) -> bool {
        if self.watched.have_changed() {
            self.watched = WatchedFiles::of(&self.file);
            self.broken = Some(0);
        }
        let Some(looks) = self.broken else { return false };
        match ThemeFile::read(&self.file) {
            Ok(theme) => {
                theme.tell(report);
                (self.theme, self.broken) = (theme, None);
                return true;
            }
            Err(error) if looks == GONE => {
                report.error(error);
                self.broken = None;
            }
            Err(_) => self.broken = Some(looks + 1),
        }
        false
    }
}
