//! `korrel explain CODE`: the long text of a message's code.

use std::io::Write;

use korrel_lang::code;

use crate::flags::ExplainFlags;
use crate::messages::error::Error;
use crate::messages::exit::Exit;

pub fn run(explain: &ExplainFlags) -> Result<Exit, Error> {
    let mut out = std::io::stdout().lock();
    match explain.code {
        Some(code) => out.write_all(code.text().as_bytes())?,
        None => {
            for code in code::ALL {
                writeln!(out, "{code}  {}", code.title())?;
            }
        }
    }
    Ok(Exit::Success)
}
