//! Reports that `korrel test --format json` wrote.

use std::path::Path;

use korrel_harness::report::{Report, read};

use crate::messages::error::{Error, shown};

/// The report that a file's text is.
pub fn report_of(file: &Path, text: &str) -> Result<Report, Error> {
    read(text).map_err(|why| {
        let file = shown(file);
        Error::usage(format!(
            "`{file}` is not a complete report of `korrel test --format json`: {why}"
        ))
    })
}
