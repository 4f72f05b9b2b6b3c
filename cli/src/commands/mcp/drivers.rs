//! The drivers that agents may test: `--allow NAME=COMMAND`.

use std::collections::BTreeMap;

use korrel_harness::DriverCommand;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::visible::visible;

use crate::messages::error::Error;

/// # Errors
/// A driver without a name or a command, or two of one name.
pub fn drivers(allowed: &[String]) -> Result<BTreeMap<String, DriverCommand>, Error> {
    let mut drivers = BTreeMap::new();
    for text in allowed {
        let (name, command) = driver(text).ok_or_else(|| unreadable(text))?;
        if drivers.insert(name.clone(), command).is_some() {
            return Err(Error::usage(format!("`--allow`: two drivers are called `{name}`")));
        }
    }
    Ok(drivers)
}

fn driver(text: &str) -> Option<(String, DriverCommand)> {
    let (name, command) = text.split_once('=')?;
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    if name.is_empty() || !name.chars().all(is_name) {
        return None;
    }
    Some((name.to_owned(), DriverCommand::new(shlex::split(command)?)?))
}

fn unreadable(text: &str) -> Error {
    let message = format!("`--allow {}` names no driver", visible(text));
    Error::Usage(Diagnostic::new(code::DRIVER, message).help(
        "write a name of letters, digits, `_`, `-` and `.`, and a command: `--allow 'list=python3 driver.py'`; its words \
         are parted as a shell parts them, and nothing else in it is special",
    ))
}
