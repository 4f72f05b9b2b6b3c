//! `korrel verify`: whether folders of `find --certify` prove their list, and one of `count --certify` its number.
//!
//! The checker is a crate of its own, which shares nothing with what writes certificates.

use std::io::{self, Write};

use korrel_certificate::verify_parts;
use korrel_harness::counted;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::flags::VerifyFlags;
use crate::limits::Stop;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;

pub fn run(flags: &VerifyFlags) -> Result<Exit, Error> {
    let stop = Stop::new();
    match verify_parts(&flags.folders, &|| stop.is_raised()) {
        Ok(proven) => {
            let is_count = proven.count.is_some();
            let number = proven.count.unwrap_or_else(|| proven.lines.into());
            let lines = counted(number, "instance");
            let told = match (proven.part, flags.folders.len()) {
                _ if is_count => format!("{lines}, counted once of each class"),
                (Some((part, of)), 1) if of > 1 => format!(
                    "part {part} of {of}: {lines}, one of each class; all parts together prove the list"
                ),
                (_, 1) => format!("{lines}, one of each class, and no other"),
                (_, parts) => format!("{lines} in {parts} parts, one of each class, and no other"),
            };
            writeln!(io::stdout(), "PROVEN: {told}")?;
            Ok(Exit::Success)
        }
        Err(unproven) if unproven.is_stopped => Ok(stop.tell()),
        Err(unproven) if unproven.is_unreadable => {
            let folder = unproven.folder.as_ref().unwrap_or(&flags.folders[0]);
            let path = folder.join(&unproven.file);
            let message = format!("cannot read `{}`: {}", shown(&path), unproven.why);
            let help = "`korrel find SPEC --certify DIR` or `korrel count SPEC --certify DIR` writes such a folder";
            Err(Error::File(Diagnostic::new(code::FILE, message).help(help)))
        }
        Err(unproven) => {
            writeln!(io::stdout(), "NOT PROVEN: {unproven}")?;
            Ok(Exit::Failure)
        }
    }
}
