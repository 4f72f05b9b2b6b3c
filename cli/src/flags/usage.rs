//! Mistakes in the command line, reported so that a terminal shows what was typed.

use std::ffi::OsString;

use clap::FromArgMatches;
use clap::error::ErrorKind;
use korrel_lang::visible::visible;

use super::help::command;
use super::meant::meant;
use super::{CommandLine, SolverFlag, Subcommand};
use crate::messages::exit::Exit;
use crate::messages::tell::tell;

/// Reads the command line; if it is a mistake, or asks for help, the program ends.
pub fn arguments() -> CommandLine {
    let typed: Vec<OsString> = std::env::args_os().collect();
    let arguments = read(&typed).unwrap_or_else(|error| end(&typed, &error));
    let search = match &arguments.command {
        Subcommand::Find(find) => Some((&find.question, &find.search)),
        Subcommand::Count(count) => Some((&count.question, &count.search)),
        Subcommand::Show(show) => Some((&show.question, &show.search)),
        Subcommand::Sample(_)
        | Subcommand::Check(_)
        | Subcommand::Diff(_)
        | Subcommand::List(_)
        | Subcommand::Eval(_)
        | Subcommand::Test(_)
        | Subcommand::Explore(_)
        | Subcommand::Why(_)
        | Subcommand::Minimise(_)
        | Subcommand::Merge(_)
        | Subcommand::Init(_)
        | Subcommand::Gen(_)
        | Subcommand::Translate(_)
        | Subcommand::Explain(_)
        | Subcommand::Completions(_)
        | Subcommand::Man(_) => None,
    };
    if let Some((question, search)) = search
        && search.shard.is_some()
        && question.solver != SolverFlag::Enumerator
    {
        let message = "only --solver enumerator can search one --shard";
        command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    if let Subcommand::Find(find) = &arguments.command
        && find.any
        && find.limit != 1
    {
        let message = "--any finds one instance: give -n 1";
        command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    arguments
}

fn read(typed: &[impl Into<OsString> + Clone]) -> Result<CommandLine, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(typed.iter().cloned())?;
    CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The message quotes what was typed and has colors, so it is made anew of arguments that can be seen.
fn end(arguments: &[OsString], error: &clap::Error) -> ! {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        error.exit();
    }
    let shown = arguments.iter().map(|text| visible(&text.to_string_lossy()).into_owned());
    let shown: Vec<String> = shown.collect();
    if let Some(message) = meant(&shown, error) {
        tell(message);
        std::process::exit(Exit::Usage.code().into());
    }
    if let Err(same) = read(&shown) {
        same.exit();
    }
    // The mistake in it cannot be seen any more.
    tell(error.render());
    std::process::exit(Exit::Usage.code().into());
}
