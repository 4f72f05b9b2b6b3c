//! `--report`: a report of `korrel test`, read again whenever it is written.

use std::path::{Path, PathBuf};

use korrel_harness::counted;
use korrel_harness::report::{FailureGroup, OperationReport, Report, told};
use korrel_lang::visible::visible_lines;
use korrel_page::{Drawn, FailureSaid, ReportSaid};

use crate::commands::test::Artist;
use crate::files::read::unreadable;
use crate::files::report::report_of;
use crate::files::watched::Watched;
use crate::messages::error::Error;

/// The file of a report, which may be written while the page is open.
pub struct WatchedReport {
    file: PathBuf,
    watched: Watched,
}

impl WatchedReport {
    pub fn of(file: &Path) -> WatchedReport {
        let mut watched = Watched::default();
        watched.add(file.to_owned());
        WatchedReport { file: file.to_owned(), watched }
    }

    pub fn read(&self) -> Result<ReportSaid, Error> {
        let text = std::fs::read_to_string(&self.file);
        let text = text.map_err(|error| unreadable(&self.file, &error))?;
        Ok(said(&report_of(&self.file, &text)?))
    }

    /// The report, if it was written since the last look. A run that is still writing it has no whole one yet.
    pub fn written(&mut self) -> Option<ReportSaid> {
        self.watched.have_changed().then(|| self.read().ok()).flatten()
    }
}

fn said(report: &Report) -> ReportSaid {
    let artist = Artist::new(&report.heading);
    let failures = report.operations.iter().flat_map(|op| {
        let artist = &artist;
        op.groups.iter().map(move |group| failure(report, op, group, artist))
    });
    ReportSaid {
        spec: shown(&report.heading.spec),
        end: shown(&report.last_line()),
        problems: report.problems.iter().map(|problem| shown(problem)).collect(),
        failures: failures.collect(),
    }
}

fn failure(
    report: &Report,
    op: &OperationReport,
    group: &FailureGroup,
    artist: &Artist,
) -> FailureSaid {
    let smallest = &group.smallest;
    let drawn = artist.record(smallest);
    FailureSaid {
        op: shown(&op.name),
        cause: shown(&group.cause),
        at: group.at.as_deref().map(shown),
        inputs: counted(group.count, op.unit.noun()),
        key: smallest.name.to_string(),
        is_known: group.known == group.count,
        lines: told(smallest).iter().map(|line| shown(line)).collect(),
        again: shown(&report.heading.replay(smallest)),
        drawn: drawn.and_then(|(header, record)| Drawn::of(header, &record)),
    }
}

fn shown(text: &str) -> String {
    visible_lines(text).into_owned()
}
