//! A part of a test: the report on its inputs.

use std::fs;
use std::io;
use std::path::Path;

use korrel::queue::PartResult;
use korrel::stream::CubePlace;
use korrel_harness::report::{Report, RunStatus, hash_of, last_lines};
use serde_json::Value as Json;

use crate::commands::test;
use crate::files::part::beside;
use crate::files::read::unreadable;
use crate::files::report::report_of;
use crate::flags::{ReportFormatFlag, TestFlags, WhenFlag};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

/// Writes the report to `place`, once the test is over. It goes on from the report so far that a worker has left, if that tells
/// all that is to be known.
pub fn run(
    test: &mut TestFlags,
    (place, so_far): (&Path, &Path),
    report: &Reporter,
) -> Result<Exit, Error> {
    let growing = beside(place);
    let unwritable = |error: std::io::Error| Error::unwritable(&growing, &error);
    if place.exists() {
        return Ok(Exit::Success);
    }
    test.outcome.output = Some(growing.clone());
    test.outcome.so_far = test::can_go_on(test).then(|| so_far.to_owned());
    test.outcome.answer.format = ReportFormatFlag::Json;
    test.outcome.progress = WhenFlag::Never;
    loop {
        let is_begun = test.outcome.so_far.as_ref().is_some_and(|so_far| so_far.exists());
        fs::write(&growing, "").map_err(unwritable)?;
        let exit = test::run(test, report)?;
        // Failures are an answer, too. A report with failures may be of a part of the inputs, and its exit code does not say so.
        let status = match exit {
            Exit::Success | Exit::Failure => Some(read_report(&growing)?.1.status),
            _ => None,
        };
        match status {
            Some(RunStatus::Complete) => {
                fs::rename(&growing, place).map_err(unwritable)?;
                return Ok(Exit::Success);
            }
            Some(RunStatus::Interrupted) => return Ok(Exit::Interrupted),
            // The first inputs tell a driver that can answer nothing. These were not the first.
            _ if is_begun && exit != Exit::Interrupted => {
                match fs::remove_file(so_far) {
                    // Another worker has ended the part, and removed what was left of it.
                    Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                    removed => removed.map_err(unwritable)?,
                }
            }
            Some(_) => return Ok(Exit::Incomplete),
            None => return Ok(exit),
        }
    }
}

/// The number of inputs in a report, and the digest of what it says of them: which fail, why, and the sums. The driver's
/// own words are no part of it, for they may tell addresses and times.
///
/// # Errors
/// A file that cannot be read, or is no report.
pub fn outcome(place: &Path) -> Result<(CubePlace, PartResult), Error> {
    let (text, said) = read_report(place)?;
    let count = said.inputs().to_string();
    let records = text.lines().filter_map(|line| serde_json::from_str::<Json>(line).ok());
    let failures = records.filter(|record| record["kind"] == "failure");
    let failures = failures.map(|failure| format!("{} {}", failure["op"], failure["id"]));
    let said: Vec<String> = failures.chain([last_lines(&said)]).collect();
    let digest = hash_of(said.iter().map(String::as_str));
    Ok((CubePlace::END, PartResult { count, digest }))
}

fn read_report(place: &Path) -> Result<(String, Report), Error> {
    let text = fs::read_to_string(place).map_err(|error| unreadable(place, &error))?;
    let said = report_of(place, &text)?;
    Ok((text, said))
}
