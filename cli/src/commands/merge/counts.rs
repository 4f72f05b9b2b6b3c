//! Counts of shards, added.

use std::io::Write;
use std::path::Path;

use korrel::answer::Number;
use korrel::stream::Status;
use num_bigint::BigUint;
use serde_json::{Value as Json, json};

use crate::files::read::unreadable;
use crate::flags::{MergeFlags, ReportFormatFlag};
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;
use crate::messages::reporter::Reporter;
use crate::messages::tell::tell;

use super::{MergedPart, complete, in_parts, told};

pub fn run(flags: &MergeFlags, report: &Reporter) -> Result<Exit, Error> {
    let is_json = match flags.format {
        None | Some(ReportFormatFlag::Text) => false,
        Some(ReportFormatFlag::Json) => true,
        Some(_) => return Err(Error::usage("a count is written as `text` or `json`")),
    };
    let parts = flags.files.iter().map(|file| part(file)).collect::<Result<Vec<_>, _>>()?;
    let missing = complete(&parts.iter().collect::<Vec<_>>())?;
    let counts = parts.iter().filter_map(|part| number(&part.header["count"]));
    let count = Number(counts.sum());
    if missing.is_empty() {
        let mut out = std::io::stdout();
        match is_json {
            true => writeln!(out, "{}", whole(&parts[0].header, &count))?,
            false => writeln!(out, "{count}")?,
        }
    } else {
        tell(format_args!("at least {count}"));
    }
    let what = in_parts(&count, parts.len());
    Ok(told(&what, &missing, Status::Complete, report))
}

fn whole(header: &Json, count: &Number) -> Json {
    let mut record = header.as_object().cloned().unwrap_or_default();
    record.shift_remove("shard");
    for name in ["cut", "from", "until", "digest"] {
        record.shift_remove(name);
    }
    record.insert("count".to_owned(), json!(count));
    Json::Object(record)
}

/// The count of a record, which is a text if it is large.
fn number(count: &Json) -> Option<BigUint> {
    match count {
        Json::String(digits) => BigUint::parse_bytes(digits.as_bytes(), 10),
        other => other.as_u64().map(BigUint::from),
    }
}

/// A count is one record.
fn part(file: &Path) -> Result<MergedPart<'_>, Error> {
    let text = std::fs::read_to_string(file).map_err(|error| unreadable(file, &error))?;
    let record: Json = serde_json::from_str(&text).unwrap_or(Json::Null);
    match number(&record["count"]).is_some() {
        true => MergedPart::new(file, record),
        false => Err(Error::usage(format!("`{}` is not one count", shown(file)))),
    }
}
