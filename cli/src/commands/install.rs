//! The program's own texts: `korrel completions` and `korrel man`, the files that a package installs beside
//! the program, made of the flags themselves; `korrel explain CODE`, the long text of a message's code.

use std::io::{self, Write};

#[cfg(feature = "full")]
use clap_complete::Shell;
#[cfg(feature = "full")]
use clap_mangen::Man;
use korrel::answer::TextRecord;
use korrel_lang::code;

#[cfg(feature = "full")]
use crate::flags::help::command;
use crate::flags::{AnswerFormatFlag, ExplainFlags};
#[cfg(feature = "full")]
use crate::flags::{CompletionsFlags, ManFlags};
use crate::messages::error::Error;
use crate::messages::exit::Exit;
use crate::output::answer;
#[cfg(feature = "full")]
use korrel::stream::TOOL;

#[cfg(feature = "full")]
pub fn completions(completions: &CompletionsFlags) -> Result<Exit, Error> {
    let mut script = Vec::new();
    let shell = Shell::from(completions.shell);
    clap_complete::generate(shell, &mut command(), "korrel", &mut script);
    io::stdout().write_all(&script)?;
    Ok(Exit::Success)
}

#[cfg(feature = "full")]
pub fn man(page: &ManFlags) -> Result<Exit, Error> {
    let mut all = command();
    all.build();
    let one = match page.command.as_deref() {
        None => all,
        Some(name) => {
            let known = all.find_subcommand(name);
            let known =
                known.ok_or_else(|| Error::usage(format!("there is no command `{name}`")))?;
            known.clone()
        }
    };
    let mut text = Vec::new();
    // What is hidden from `-h` has no text in a page.
    let one = one.mut_args(|flag| flag.hide_short_help(false));
    Man::new(one).source(TOOL).render(&mut text)?;
    let text = String::from_utf8(text).expect("help is text");
    io::stdout().write_all(ascii(&text).as_bytes())?;
    Ok(Exit::Success)
}

/// Other characters as troff's escapes, for not every troff reads UTF-8.
#[cfg(feature = "full")]
fn ascii(page: &str) -> String {
    let escaped = |c: char| match c.is_ascii() {
        true => c.to_string(),
        false => format!("\\[u{:04X}]", u32::from(c)),
    };
    page.chars().map(escaped).collect()
}

pub fn explain(explain: &ExplainFlags) -> Result<Exit, Error> {
    let codes = explain.code.as_ref().map_or(code::ALL, std::slice::from_ref);
    for code in codes {
        match (explain.answer.format, explain.code) {
            (AnswerFormatFlag::Json, _) => answer(&TextRecord::Explanation {
                code: code.name(),
                title: code.title(),
                text: code.text(),
            })?,
            (AnswerFormatFlag::Text, Some(_)) => {
                io::stdout().lock().write_all(code.text().as_bytes())?
            }
            (AnswerFormatFlag::Text, None) => {
                writeln!(io::stdout().lock(), "{code}  {}", code.title())?
            }
        }
    }
    Ok(Exit::Success)
}
