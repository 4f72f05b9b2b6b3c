//! What the shards of a test reported, joined.

use std::io::Write;
use std::path::Path;

use korrel_harness::report::{Report, header_line, merge, read};

use crate::commands::test::{Artist, visible_records, write_report};
use crate::files::read::unreadable;
use crate::flags::{MergeFlags, ReportFormatFlag};
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;

pub fn run(flags: &MergeFlags) -> Result<Exit, Error> {
    let format = flags.format.unwrap_or(ReportFormatFlag::Text);
    let read = |file| std::fs::read_to_string(file).map_err(|error| unreadable(file, &error));
    let texts: Vec<String> = flags.files.iter().map(|file| read(file)).collect::<Result<_, _>>()?;
    let reports = flags.files.iter().zip(&texts).map(|(file, text)| report(file, text));
    let whole = merge(reports.collect::<Result<_, _>>()?).map_err(Error::usage)?;
    if format == ReportFormatFlag::Json {
        let mut out = std::io::stdout().lock();
        out.write_all(visible_records(&header_line(&whole.heading)).as_bytes())?;
        out.write_all(failures(&texts).as_bytes())?;
    }
    write_report(format, &whole, &Artist::new(&whole.heading))?;
    Ok(whole.exit_code(flags.allow_incomplete).into())
}

fn report(file: &Path, text: &str) -> Result<Report, Error> {
    read(text).map_err(|why| {
        let file = shown(file);
        Error::usage(format!(
            "`{file}` is not a complete report of `korrel test --format json`: {why}"
        ))
    })
}

/// The lines of all failing inputs, as they are.
fn failures(texts: &[String]) -> String {
    let lines = texts.iter().flat_map(|text| text.lines());
    let is_failure = |line: &&str| line.starts_with("{\"kind\":\"failure\"");
    lines.filter(is_failure).flat_map(|line| [line, "\n"]).collect()
}
