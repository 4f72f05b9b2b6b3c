//! `--replay`: inputs that failed before.

use std::path::Path;

use korrel_harness::corpus::{Recorded, replayed};
use korrel_harness::{Input, InputName, TestedOperation};

use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::files::read::unreadable;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

pub enum Replay {
    No,
    /// The input of this name, among all.
    Name(InputName),
    /// The inputs that were recorded.
    Recorded(Vec<Recorded>),
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

/// Recorded inputs of these operations.
pub fn inputs(
    recorded: &[Recorded],
    operations: &[TestedOperation],
    report: &Reporter,
) -> Vec<Input> {
    let numbered = (0..).zip(recorded);
    let inputs: Vec<Input> =
        numbered.filter_map(|(id, recorded)| recorded.input(operations, id)).collect();
    let rest = recorded.len() - inputs.len();
    if rest > 0 {
        report.note(&format!("note: {rest} recorded inputs are of other operations"));
    }
    inputs
}
