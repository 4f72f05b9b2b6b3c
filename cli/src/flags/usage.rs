//! Mistakes in the command line, told so that a terminal shows what was typed.

use std::ffi::OsString;

use clap::Parser;
use clap::error::ErrorKind;
use korrel_lang::visible::visible;

use crate::flags::meant::meant;
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

/// What stands on the command line; if it is a mistake, or asks for help, the program ends.
pub fn parsed<P: Parser>() -> P {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    P::try_parse_from(&arguments).unwrap_or_else(|error| end::<P>(&arguments, error))
}

/// The message quotes what was typed and has colors, so it is made anew of arguments that can be seen.
fn end<P: Parser>(arguments: &[OsString], error: clap::Error) -> ! {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.exit();
    }
    let shown = arguments.iter().map(|text| visible(&text.to_string_lossy()).into_owned());
    let shown: Vec<String> = shown.collect();
    if let Some(message) = meant(&shown, &error) {
        tell(message);
        std::process::exit(Exit::Usage.code().into());
    }
    if let Err(same) = P::try_parse_from(&shown) {
        same.exit();
    }
    // What was wrong with it cannot be seen any more.
    tell(error.render());
    std::process::exit(Exit::Usage.code().into());
}
