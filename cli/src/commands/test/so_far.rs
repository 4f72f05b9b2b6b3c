//! The report of a test so far, from which another run goes on.
//!
//! *Problem.* The part of a queue is to be tested by another worker where one was killed, and a report tells only the inputs that fail.
//! *Choice.* From time to time the report is written as if the test ended there: a report like any other. Whoever goes on counts on
//! from it, so the whole is the same report as that of a test at one go. *Rejected.* Joining two reports: what was first among
//! failures, and alike, is known of each only.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use korrel_harness::report::{Report, ReportHeading, RunStatus, header_line, last_lines, read};
use serde_json::Value as Json;

use super::outcome::visible_records;
use crate::flags::TestFlags;

/// The least time between two.
const PAUSE: Duration = Duration::from_millis(500);

/// A report that was left, and its lines without the last ones.
pub struct BegunReport {
    pub report: Report,
    pub lines: String,
}

/// The report that was left at a place, if it is of this test.
pub fn begun(place: &Path, heading: &ReportHeading) -> Option<BegunReport> {
    let text = fs::read_to_string(place).ok()?;
    let report = read(&text).ok()?;
    if !text.starts_with(&visible_records(&header_line(heading))) {
        return None;
    }
    let is_kept = |line: &&str| {
        let record: Json = serde_json::from_str(line).unwrap_or_default();
        matches!(record["kind"].as_str(), Some("header" | "failure"))
    };
    let lines = text.lines().filter(is_kept).flat_map(|line| [line, "\n"]).collect();
    Some(BegunReport { report, lines })
}

/// True if a report tells all that a test learns: with these flags it learns more from the inputs that pass.
pub fn can_go_on(test: &TestFlags) -> bool {
    test.behaviours.traces.is_none() && !test.inputs.lazy && test.judging.known.is_none()
}

/// Writes the report so far.
pub struct ReportKeeper<'k> {
    /// The file of the report that grows.
    growing: &'k Path,
    place: &'k Path,
    next: Instant,
}

impl<'k> ReportKeeper<'k> {
    pub fn new(growing: &'k Path, place: &'k Path) -> ReportKeeper<'k> {
        ReportKeeper { growing, place, next: Instant::now() + PAUSE }
    }

    /// Writes it if it is time. A file that cannot be written now may be later: nothing is lost but time.
    pub fn keep(&mut self, report: &Report) {
        let begin = Instant::now();
        if begin < self.next || report.inputs() == 0 {
            return;
        }
        let report = Report { status: RunStatus::Interrupted, ..report.clone() };
        if let Ok(lines) = fs::read_to_string(self.growing) {
            let mut beside = self.place.as_os_str().to_owned();
            beside.push("~");
            let beside = PathBuf::from(beside);
            let text = lines + &visible_records(&last_lines(&report));
            let _ = fs::write(&beside, text).and_then(|()| fs::rename(&beside, self.place));
        }
        // A long report is written less often.
        self.next = Instant::now() + PAUSE.max(begin.elapsed() * 20);
    }
}
