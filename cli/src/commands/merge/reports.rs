//! The reports of the shards of a test, joined.

use std::io::Write;

use korrel_draw::Hints;
use korrel_harness::report::{header_line, merge};

use serde_json::Value as Json;

use crate::commands::test::{Artist, page, visible_records, write_report};
use crate::files::fresh::FreshFile;
use crate::files::read::unreadable;
use crate::files::report::report_of;
use crate::files::theme;
use crate::flags::{MergeFlags, ReportFormatFlag};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;

pub fn run(flags: &MergeFlags, report: &Reporter) -> Result<Exit, Error> {
    let format = flags.format.unwrap_or(ReportFormatFlag::Text);
    let file = flags.told.html.as_deref().map(FreshFile::at).transpose()?;
    let mut theme = theme::told(flags.told.theme.as_deref(), report)?;
    let read = |file| std::fs::read_to_string(file).map_err(|error| unreadable(file, &error));
    let texts: Vec<String> = flags.files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let reports = flags.files.iter().zip(&texts).map(|(file, text)| report_of(file, text));
    let whole = merge(reports.collect::<Result<_, _>>()?).map_err(Error::usage)?;
    if format == ReportFormatFlag::Json {
        let mut out = std::io::stdout().lock();
        out.write_all(visible_records(&header_line(&whole.heading)).as_bytes())?;
        out.write_all(failures(&texts).as_bytes())?;
    }
    let artist = Artist::new(&whole.heading).themed(&Hints::default(), theme.as_mut(), report);
    if let Some(file) = file {
        file.write(&page(flags.told.list, &whole, &artist))?;
    }
    write_report(format, flags.told.list, &whole, &artist)?;
    Ok(whole.exit_code(flags.allow_incomplete).into())
}

/// The lines of all failing inputs, as they are.
fn failures(texts: &[String]) -> String {
    let lines = texts.iter().flat_map(|text| text.lines());
    let is_failure = |line: &&str| {
        serde_json::from_str::<Json>(line).is_ok_and(|record| record["kind"] == "failure")
    };
    lines.filter(is_failure).flat_map(|line| [line, "\n"]).collect()
}
