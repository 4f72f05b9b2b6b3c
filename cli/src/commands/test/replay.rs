//! `--replay`: inputs that failed before.

use std::path::Path;

use korrel_harness::corpus::{Recorded, replayed};
use korrel_harness::{Input, InputName, TestedOperation};

use crate::files::read::unreadable;
use crate::messages::error::Error;
use crate::messages::reporter::Reporter;

pub enum Replay {
    No,
    /// The input of this name, among all.
    Name(InputName),
    /// What was recorded.
    Recorded(Vec<Recorded>),
}

impl Replay {
    /// A folder, or a name.
    ///
    /// # Errors
    /// It is neither, or what the folder holds was not recorded.
    pub fn new(given: Option<&str>) -> Result<Replay, Error> {
        let Some(given) = given else { return Ok(Replay::No) };
        let folder = Path::new(given);
        if folder.is_dir() {
            let recorded = replayed(folder).map_err(|error| unreadable(folder, &error))?;
            return Ok(Replay::Recorded(recorded));
        }
        InputName::parse(given).map(Replay::Name).ok_or_else(|| {
            Error::usage(format!(
                "`--replay {given}`: this is neither a folder nor a key, KEY or KEY:j"
            ))
        })
    }

    pub fn is_recorded(&self) -> bool {
        matches!(self, Replay::Recorded(_))
    }
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
