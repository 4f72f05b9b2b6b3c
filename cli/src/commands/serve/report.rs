//! `--report`: a report of `korrel test`, read again whenever it is written.

use std::path::{Path, PathBuf};

use korrel_draw::Hints;
use korrel_page::PageReport;

use crate::commands::test::Artist;
use crate::files::read::unreadable;
use crate::files::report::report_of;
use crate::files::watched::WatchedFiles;
use crate::messages::error::Error;
use crate::output::failures::said;

/// The file of a report, which may be written while the page is open.
pub struct WatchedReport {
    file: PathBuf,
    watched: WatchedFiles,
}

impl WatchedReport {
    pub fn of(file: &Path) -> WatchedReport {
        WatchedReport { file: file.to_owned(), watched: WatchedFiles::of(file) }
    }

    /// `hints`: how its pictures are drawn.
    pub fn read(&self, hints: &Hints) -> Result<PageReport, Error> {
        let text = std::fs::read_to_string(&self.file);
        let text = text.map_err(|error| unreadable(&self.file, &error))?;
        let report = report_of(&self.file, &text)?;
        Ok(said(&report, &Artist::new(&report.heading).hinted(hints), false))
    }

    /// The report, if it was written since the last look. A run that is still writing it has no whole one yet.
    pub fn written(&mut self, hints: &Hints) -> Option<PageReport> {
        if !self.watched.have_changed() {
            return None;
        }
        self.watched = WatchedFiles::of(&self.file);
        self.read(hints).ok()
    }
}
