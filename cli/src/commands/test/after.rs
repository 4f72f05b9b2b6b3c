//! `--after`: where an earlier run was left.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use korrel_harness::report::{ReportHeading, reached};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use serde_json::{Value as Json, json};

use super::operations::Subject;
use crate::commands::find::refuse;
use crate::files::read::unreadable;
use crate::flags::InputFlags;
use crate::messages::error::Error;

/// The id of the input after which each operation continues; `None` if all are still to be tried.
pub type After = Vec<Option<u64>>;

const HELP: &str =
    "give what an earlier run of the same test wrote with `--format json`, or the id of an input";

/// `heading` is that of this run.
///
/// # Errors
/// A file that cannot be read, or that is of another test; an id where each of several operations
/// numbers its inputs.
pub fn after(
    flags: &InputFlags,
    heading: &ReportHeading,
    subjects: &[Subject],
) -> Result<After, Error> {
    match &flags.after {
        None => Ok(vec![None; subjects.len()]),
        Some(given) => match given.to_str().and_then(|text| text.parse::<u64>().ok()) {
            Some(id) if subjects.len() == 1 => Ok(vec![Some(id)]),
            Some(_) => {
                let message = "`--after`: each operation numbers its inputs; choose one by `--op`, \
                               or give the file of a report";
                Err(Error::usage(message))
            }
            None => of_file(given, heading, subjects),
        },
    }
}

fn of_file(file: &Path, heading: &ReportHeading, subjects: &[Subject]) -> Result<After, Error> {
    let told = File::open(file).and_then(|file| reached(&mut BufReader::new(file)));
    let told = told.map_err(|error| unreadable(file, &error))?;
    if told.headings.is_empty() {
        return Err(refuse(file, "it is not a report of a test", HELP));
    }
    for theirs in &told.headings {
        if let Some(why) = differs(theirs, heading) {
            return Err(refuse(file, &why, HELP));
        }
    }
    Ok(subjects.iter().map(|subject| told.last.get(&subject.operation.name).copied()).collect())
}

/// The difference: another question, an answer of another version, or a cut into other shards.
fn differs(theirs: &ReportHeading, ours: &ReportHeading) -> Option<String> {
    let shard = |heading: &ReportHeading| match heading.shard {
        Some((part, of)) => format!("{part}/{of}"),
        None => "none".to_owned(),
    };
    let differ = |what: &str, theirs: &str, ours: &str| {
        (theirs != ours).then(|| format!("its {what} is {theirs}, and not {ours}"))
    };
    let changed = || {
        (theirs.question != ours.question)
            .then(|| "the spec or the flags have changed since it was written".to_owned())
    };
    differ("program", &theirs.tool, &ours.tool)
        .or_else(|| differ("shard", &shard(theirs), &shard(ours)))
        .or_else(|| differ("scope", &theirs.scope, &ours.scope))
        .or_else(changed)
}

/// The ids as the report has them.
pub fn told(after: &After, subjects: &[Subject]) -> Option<Json> {
    let known = subjects.iter().zip(after);
    let known: Vec<(&str, u64)> = known
        .filter_map(|(subject, after)| Some((subject.operation.name.as_str(), (*after)?)))
        .collect();
    match known.as_slice() {
        [] => None,
        [(_, id)] if subjects.len() == 1 => Some(json!(id)),
        several => Some(several.iter().map(|(op, id)| ((*op).to_owned(), json!(id))).collect()),
    }
}

/// There are no inputs up to this id. `listed`: how many there are.
pub fn beyond(id: u64, listed: u64) -> Error {
    let message = format!("there is no input with the id {id} to go on after");
    let help = match listed.checked_sub(1) {
        Some(last) => format!("the last one has the id {last}"),
        None => "there is no input at all".to_owned(),
    };
    Error::Usage(Diagnostic::new(code::AFTER, message).help(help))
}
