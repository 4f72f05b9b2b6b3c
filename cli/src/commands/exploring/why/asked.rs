//! The run that a report is about, made again.

use std::collections::BTreeMap;
use std::path::Path;

use clap::FromArgMatches;
use korrel_harness::report::{Report, RunStatus, read};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::Value as Json;

use crate::files::read::read as read_file;
use crate::flags::help::command;
use crate::flags::{CommandLine, Subcommand, TestFlags};
use crate::messages::error::Error;

/// A complete report, and the command that made it.
pub struct AskedAgain {
    pub report: Report,
    pub test: Box<TestFlags>,
    /// The keys of the failing inputs, by operation and cause, in the order of the report.
    pub failures: Vec<(String, String, Vec<String>)>,
}

/// # Errors
/// A file that is no report, or a report that does not cover all inputs.
pub fn asked(path: &Path) -> Result<AskedAgain, Error> {
    let name = path.display().to_string();
    let text = read_file(path, &name).map_err(Error::File)?;
    let refused = |why: String, help: &str| {
        Error::File(Diagnostic::new(code::FILE, format!("`{name}`: {why}")).help(help.to_owned()))
    };
    let report = read(&text).map_err(|why| refused(why.to_string(), REPORT))?;
    if report.status != RunStatus::Complete {
        let why = "it does not tell of all inputs, so which of them pass is not known";
        return Err(refused(why.to_owned(), COMPLETE));
    }
    let options = &report.heading.options;
    let is_part = ["after", "replay"].iter().any(|one| options.contains_key(*one));
    if is_part || report.heading.shard.is_some() {
        let why = "it tells of a part of the inputs only";
        return Err(refused(why.to_owned(), "`korrel merge` joins the reports of shards"));
    }
    let words = &report.heading.replay;
    let words = words.iter().cloned().chain(["--".to_owned()]).chain(report.heading.driver.clone());
    let matches = command().try_get_matches_from(words.collect::<Vec<_>>()).ok();
    let line = matches.and_then(|matches| CommandLine::from_arg_matches(&matches).ok());
    let Some(Subcommand::Test(test)) = line.map(|line| line.command) else {
        return Err(refused("its header has no command of this version".to_owned(), REPORT));
    };
    if test.spec.as_os_str() == "-" {
        let why = "its spec came from standard input, and is not at hand any more";
        return Err(refused(why.to_owned(), "give `korrel test` a file"));
    }
    Ok(AskedAgain { failures: failures(&text), report, test })
}

fn failures(text: &str) -> Vec<(String, String, Vec<String>)> {
    let mut groups: Vec<(String, String, Vec<String>)> = Vec::new();
    let mut places: BTreeMap<(String, String), usize> = BTreeMap::new();
    for line in text.lines() {
        let Ok(record) = serde_json::from_str::<Json>(line) else { continue };
        if record["kind"] != "failure" {
            continue;
        }
        let of = |value: &Json| value.as_str().unwrap_or_default().to_owned();
        let cause = &record["causes"][0];
        let at = cause["at"].as_str().map_or(String::new(), |at| format!("  {at}"));
        let (op, cause) = (of(&record["op"]), format!("{}{at}", of(&cause["cause"])));
        let place = *places.entry((op.clone(), cause.clone())).or_insert_with(|| {
            groups.push((op, cause, Vec::new()));
            groups.len() - 1
        });
        let key = of(&record["key"]);
        groups[place].2.push(key.split(':').next().unwrap_or_default().to_owned());
    }
    groups
}

const REPORT: &str = "a report is what `korrel test … --format json` writes";

const COMPLETE: &str =
    "take a report whose end has the status `complete`: with --scope, where inputs grow";
