//! Certificates of shards, joined into the certificate of the whole.

use std::io::Write;
use std::path::Path;

use korrel_harness::report::{Certificate, missing_text};

use crate::commands::test::visible_records;
use crate::files::read::read;
use crate::flags::{MergeFlags, ReportFormatFlag};
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

pub fn run(flags: &MergeFlags) -> Result<Exit, Error> {
    if flags.format.is_some_and(|format| format != ReportFormatFlag::Json) {
        return Err(Error::usage("certificates are joined as `json`"));
    }
    let parts = flags.files.iter().map(|file| part(file)).collect::<Result<_, _>>()?;
    let whole = Certificate::merge(parts).map_err(Error::usage)?;
    std::io::stdout().write_all(visible_records(&whole.text()).as_bytes())?;
    let report = whole.report();
    if !report.missing.is_empty() {
        tell(format_args!("INCOMPLETE: {}", missing_text(&report.missing)));
    }
    Ok(report.exit_code(flags.allow_incomplete).into())
}

fn part(file: &Path) -> Result<Certificate, Error> {
    let text = read(file, &file.display().to_string()).map_err(Error::File)?;
    Certificate::read(&text).map_err(|why| {
        let file = shown(file);
        Error::usage(format!("`{file}` is not a certificate of `korrel test`: {why}"))
    })
}
