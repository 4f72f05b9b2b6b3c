//! The inputs that are asked for: those after an earlier run, or those that failed before.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use korrel_campaign::{After, Subject, TestInputs, WantedInputs, after_report};
use korrel_harness::InputName;
use korrel_harness::corpus::{RecordedInput, replayed};
use korrel_harness::report::{ReportHeading, reached};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::commands::resume::refuse;
use crate::files::read::unreadable;
use crate::flags::InputFlags;
use crate::messages::error::Error;

/// The inputs that `--replay` asks for.
pub enum Replay {
    No,
    /// The input of this name, among all.
    Name(InputName),
    /// The inputs that were recorded.
    Recorded(Vec<RecordedInput>),
}

impl Replay {
    /// A folder, or a name.
    ///
    /// # Errors
    /// It is neither, or the folder holds no recorded inputs.
    pub fn new(given: Option<&str>) -> Result<Replay, Error> {
        let Some(given) = given else { return Ok(Replay::No) };
        let folder = Path::new(given);
        if folder.is_dir() {
            let recorded = replayed(folder).map_err(|error| unreadable(folder, &error))?;
            return Ok(Replay::Recorded(recorded));
        }
        let name = InputName::parse(given).filter(|name| name.key.len() == DIGITS);
        name.map(Replay::Name).ok_or_else(|| no_key(given))
    }

    pub fn is_recorded(&self) -> bool {
        matches!(self, Replay::Recorded(_))
    }

    /// The inputs, which are those after `after`. With `is_beside`, a labelling is sent beside the input as it is listed.
    pub fn inputs(self, after: After, is_beside: bool) -> TestInputs {
        match self {
            Replay::No => TestInputs::Listed(WantedInputs::After(after)),
            Replay::Name(name) => TestInputs::Listed(WantedInputs::Only { name, is_beside }),
            Replay::Recorded(recorded) => TestInputs::Recorded(recorded),
        }
    }
}

/// The number of hexadecimal digits of a key.
const DIGITS: usize = 16;

fn no_key(given: &str) -> Error {
    let message = format!("`--replay {given}`: this is neither a folder nor the key of an input");
    let mistake = Diagnostic::new(code::KEY, message).help(format!(
        "a key has {DIGITS} digits, as 9f2c41d07ab3e815, or 9f2c41d07ab3e815:2 for a labelling; the line `again:` \
         of a failure has it"
    ));
    let is_id = given.bytes().all(|byte| byte.is_ascii_digit()) && given.len() < DIGITS;
    Error::Usage(match is_id {
        true => mistake.help(format!(
            "if {given} is an id: the report that `--format json` writes has the `key` beside it"
        )),
        false => mistake,
    })
}

const HELP: &str =
    "give what an earlier run of the same test wrote with `--format json`, or the id of an input";

/// `--after`: where an earlier run was left. `heading` is that of this run.
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
    after_report(&told, heading, subjects).map_err(|why| refuse(file, &why, HELP))
}
