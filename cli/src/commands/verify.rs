//! `korrel verify`: whether a folder of `find --certify` proves its list.
//!
//! The checker is a crate of its own, which shares nothing with what writes certificates.

use std::io::{self, Write};

use korrel_certificate::verify;
use korrel_harness::counted;
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;

use crate::flags::VerifyFlags;
use crate::limits::Stop;
use crate::messages::error::{Error, shown};
use crate::messages::exit::Exit;

pub fn run(flags: &VerifyFlags) -> Result<Exit, Error> {
    let stop = Stop::new();
    match verify(&flags.folder, &|| stop.is_raised()) {
        Ok(proven) => {
            let lines = counted(proven.lines, "instance");
            writeln!(io::stdout(), "PROVEN: {lines}, one of each class, and no other")?;
            Ok(Exit::Success)
        }
        Err(unproven) if unproven.is_stopped => Ok(stop.tell()),
        Err(unproven) if unproven.is_unreadable => {
            let path = flags.folder.join(&unproven.file);
            let message = format!("cannot read `{}`: {}", shown(&path), unproven.why);
            let help = "`korrel find SPEC --certify DIR` writes such a folder";
            Err(Error::File(Diagnostic::new(code::FILE, message).help(help)))
        }
        Err(unproven) => {
            writeln!(io::stdout(), "NOT PROVEN: {unproven}")?;
            Ok(Exit::Failure)
        }
    }
}
