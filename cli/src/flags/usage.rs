//! Mistakes in the command line, reported so that a terminal shows what was typed, and what was probably meant: habits
//! from other programs, and flags that only another command has.

use std::ffi::OsString;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory, FromArgMatches};
use korrel_lang::code;
use korrel_lang::diagnostic::Diagnostic;
use korrel_lang::source::Sources;
use korrel_lang::visible::visible;

use super::exploring::OF_DRIVERS;
use super::help::{command, of_command};
use super::instances::OF_CLASSES;
use super::{CommandLine, SolverFlag, Subcommand};
use crate::messages::exit::Exit;
use crate::messages::shell::quoted;
use crate::messages::tell::tell;

/// Reads the command line; if it is a mistake, or asks for help, the program ends.
pub fn arguments() -> CommandLine {
    let typed = of_command(std::env::args_os().collect());
    let arguments = read(&typed).unwrap_or_else(|error| end(&typed, &error));
    let search = match &arguments.command {
        Subcommand::Find(find) => Some((&find.question, &find.search)),
        Subcommand::Count(count) => Some((&count.question, &count.search)),
        Subcommand::Show(show) => Some((&show.question, &show.search)),
        _ => None,
    };
    if let Some((question, search)) = search
        && search.shard.is_some()
        && question.solver != SolverFlag::Enumerator
    {
        let message = "only --solver enumerator can search one --shard";
        command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    arguments
}

fn read(typed: &[impl Into<OsString> + Clone]) -> Result<CommandLine, clap::Error> {
    let mut command = command();
    let matches = command.try_get_matches_from_mut(typed.iter().cloned())?;
    if let Some(("explore", explore)) = matches.subcommand() {
        without_driver(explore).map_err(|error| error.format(&mut command))?;
    }
    if let Some((name, flags)) = matches.subcommand() {
        of_classes(name, flags, &command).map_err(|error| error.format(&mut command))?;
    }
    let mut line =
        CommandLine::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    if let Subcommand::Find(find) = &mut line.command
        && find.any
    {
        if find.amount.limit.is_some_and(|limit| limit != 1) {
            let message = "--any finds one instance: leave -n out";
            return Err(command.error(ErrorKind::ArgumentConflict, message));
        }
        find.amount.limit = Some(1);
    }
    Ok(line)
}

/// Nothing is called without a driver.
fn without_driver(explore: &ArgMatches) -> Result<(), clap::Error> {
    if explore.contains_id("driver") {
        return Ok(());
    }
    let is_typed = |flag: &&&str| explore.value_source(flag) == Some(ValueSource::CommandLine);
    let Some(flag) = OF_DRIVERS.iter().find(is_typed) else { return Ok(()) };
    let name = match *flag {
        "ops" => "--op".to_owned(),
        flag => format!("--{}", flag.replace('_', "-")),
    };
    let message = format!("{name} is about a driver: give one after `--`, or leave the flag out");
    Err(clap::Error::raw(ErrorKind::ArgumentConflict, message + "\n"))
}

/// Classes are searched elsewhere, and a flag that does not get there would say nothing.
fn of_classes(name: &str, flags: &ArgMatches, command: &Command) -> Result<(), clap::Error> {
    let is_typed = |flag: &str| flags.value_source(flag) == Some(ValueSource::CommandLine);
    let Some((_, known)) = OF_CLASSES.iter().find(|(command, _)| *command == name) else {
        return Ok(());
    };
    if !is_typed("classes") {
        return Ok(());
    }
    let subcommand = command.find_subcommand(name).expect("it was read");
    let other = subcommand.get_arguments().find(|argument| {
        let flag = argument.get_id().as_str();
        let is_known = known.contains(&flag) || ["classes", "where", "runtime"].contains(&flag);
        !is_known && !argument.is_global_set() && is_typed(flag)
    });
    let Some(other) = other else { return Ok(()) };
    let short = || other.get_short().map_or_else(|| other.to_string(), |short| format!("-{short}"));
    let typed = other.get_long().map_or_else(short, |long| format!("--{long}"));
    let message = format!("{typed} is about a spec: leave it or --classes out\n");
    Err(clap::Error::raw(ErrorKind::ArgumentConflict, message))
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

/// The message for a mistake that is known; `typed` is the whole command line.
fn meant(typed: &[String], error: &clap::Error) -> Option<String> {
    let context = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            other_command(typed, context(ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::UnknownArgument => argument(typed, context(ContextKind::InvalidArg)?),
        ErrorKind::MissingRequiredArgument => match error.get(ContextKind::InvalidArg) {
            Some(ContextValue::Strings(names))
                if names.iter().any(|name| name.starts_with("--output")) =>
            {
                None
            }
            _ => missing(typed),
        },
        ErrorKind::ArgumentConflict => {
            let (one, other) = (context(ContextKind::InvalidArg)?, context(ContextKind::PriorArg)?);
            in_parts(one, other).or_else(|| table_again(typed, [one, other]))
        }
        _ => None,
    }
}

/// `find --format parquet --resume`: a table has no place to go on from.
fn table_again(typed: &[String], flags: [&str; 2]) -> Option<String> {
    let is_table =
        |word: &&String| ["parquet", "arrow"].contains(&word.trim_start_matches("--format="));
    let format = typed.iter().find(is_table)?.trim_start_matches("--format=");
    let is_of = |flag: &str| flags.iter().any(|other| other.split(' ').next() == Some(flag));
    let spec = typed.iter().find(|word| word.ends_with(".als")).map_or("SPEC", String::as_str);
    let help = format!(
        "lines go on: `korrel find {spec} -o heaps.jsonl --resume`, then `korrel show heaps.jsonl -n 0 --format {format} > heaps.{format}`"
    );
    let why = "a table is written from its beginning, and `--resume` cannot go on with it";
    (is_of("--format") && is_of("--resume")).then(|| message(why, &help))
}

/// `find --cover P --resume`: what is asked part by part is a question of its own from its beginning to its end.
fn in_parts(one: &str, other: &str) -> Option<String> {
    let flags = [one, other].map(|flag| flag.split(' ').next().unwrap_or(flag));
    let asking = ["--complete", "--near-miss", "--cover", "--distinct-by"];
    let asked = flags.iter().position(|flag| asking.contains(flag))?;
    let (asked, whole) = (flags[asked], flags[1 - asked]);
    if asking.contains(&whole) {
        return None;
    }
    let why = match whole {
        "--resume" | "--after" | "--id" => ", asked from its beginning",
        _ => "",
    };
    let help = format!("it is a question in parts{why}: leave `{whole}` out");
    Some(message(&format!("`{asked}` cannot be used with `{whole}`"), &help))
}

fn message(wrong: &str, help: &str) -> String {
    format!("error: {wrong}\n  help: {help}\n\nFor more information, try '--help'.")
}

/// `korrel run x.als`, `korrel x.als`.
fn other_command(typed: &[String], wrong: &str) -> Option<String> {
    let at = typed.iter().position(|word| word == wrong)?;
    let rest = typed[at + 1..].join(" ");
    let with =
        |command: &str, rest: &str| format!("`{}`", format!("korrel {command} {rest}").trim());
    if wrong.ends_with(".als") || Path::new(wrong).is_file() {
        let meant = with("find", &format!("{wrong} {rest}"));
        return Some(message(
            &format!("`{wrong}` is a file, not a command"),
            &format!("write {meant}"),
        ));
    }
    let meant = match wrong {
        "run" | "exec" | "execute" | "solve" | "generate" | "enumerate" | "search"
        | "instances" | "get" => "find",
        "verify" | "validate" | "prove" => "check",
        "evaluate" | "judge" | "query" => "eval",
        "commands" | "ls" | "show" | "info" => "list",
        "size" | "number" => "count",
        "version" => {
            return Some(message("there is no command `version`", "write `korrel --version`"));
        }
        _ => return None,
    };
    let wrong = format!("there is no command `{wrong}`");
    Some(message(&wrong, &format!("write {}", with(meant, &rest))))
}

/// The first word that names a command.
fn command_of(typed: &[String]) -> Option<&str> {
    let known = CommandLine::command();
    let is_command = |word: &&String| known.find_subcommand(word.as_str()).is_some();
    typed.iter().skip(1).find(is_command).map(String::as_str)
}

/// A flag that a command does not have, or one word too many.
fn argument(typed: &[String], wrong: &str) -> Option<String> {
    let own = command_of(typed)?;
    if !wrong.starts_with('-') {
        if let Some(scope) = parted_scope(typed, wrong) {
            let help = format!("put the scope in quotes: `--scope \"{scope}\"`");
            return Some(message(&format!("`{wrong}` is one word too many"), &help));
        }
        if DRIVEN.contains(&own) {
            return Some(undashed(typed, wrong));
        }
        let help = match own {
            "find" | "count" | "translate" => {
                format!("`korrel {own}` takes a spec and one command")
            }
            _ => format!("`korrel {own} --help` says what it takes"),
        };
        return Some(message(&format!("`{wrong}` is one word too many"), &help));
    }
    let flag = wrong.split_once('=').map_or(wrong, |(flag, _)| flag);
    if flag.starts_with("-") && flag[1..].starts_with(|c: char| c.is_ascii_digit()) {
        let before = typed.iter().position(|word| word == wrong)?.checked_sub(1)?;
        let counts = matches!(typed[before].as_str(), "-n" | "--limit");
        let help = "a number from 0 on; `-n 0`, and no `-n`, means all";
        return counts.then(|| message(&format!("`{}` is given `{flag}`", typed[before]), help));
    }
    let help = instead(own, flag, typed).or_else(|| elsewhere(own, flag))?;
    Some(message(&format!("`korrel {own}` has no `{flag}`"), &help))
}

/// `--scope 3 Node`: the scope whose words the shell parted, if the word is one of them.
fn parted_scope(typed: &[String], wrong: &str) -> Option<String> {
    let start = typed.iter().position(|word| word == "--scope")? + 1;
    let words: Vec<&str> = typed[start..]
        .iter()
        .map(String::as_str)
        .take_while(|word| !word.starts_with('-'))
        .collect();
    let is_number =
        words.first()?.starts_with(|c: char| c.is_ascii_digit()) || words[0] == "exactly";
    (is_number && words[1..].contains(&wrong)).then(|| words.join(" "))
}

/// The scope whose second word was taken for the command, if there is one.
pub fn scope_without_quotes(scope: &str, command: &str) -> Option<String> {
    let typed: Vec<String> =
        std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let whole = parted_scope(&typed, command)?;
    (whole != scope).then_some(whole)
}

/// The commands that take a driver.
const DRIVEN: [&str; 3] = ["test", "explore", "minimise"];

/// `korrel test list.als python3 driver.py`.
fn undashed(typed: &[String], wrong: &str) -> String {
    let quoted: Vec<String> = typed.iter().skip(1).map(|word| quoted(word)).collect();
    let at = typed.iter().skip(1).position(|word| word == wrong).unwrap_or(quoted.len());
    let first = typed.iter().position(|word| DRIVEN.contains(&word.as_str())).unwrap_or(1);
    let given = typed.get(first + 1).map(String::as_str).unwrap_or_default();
    if wrong.ends_with(".als")
        && at == first + 1
        && !given.starts_with('-')
        && !given.ends_with(".als")
    {
        let driver = match Path::new(given).extension().and_then(|ending| ending.to_str()) {
            Some("py") => format!("python3 {}", quoted[first]),
            Some("js" | "mjs" | "cjs") => format!("node {}", quoted[first]),
            _ => quoted[first].clone(),
        };
        let words = [&quoted[..first], &quoted[at..]].concat().join(" ");
        let help = format!("the spec stands first: `korrel {words} -- {driver}`");
        return no_driver(&format!("`{}` stands where the spec does", visible(given)), help);
    }
    let (before, driver) = (quoted[..at].join(" "), quoted[at..].join(" "));
    let help = format!("the driver follows `--`: `korrel {before} -- {driver}`");
    no_driver(&format!("`{wrong}` stands where no driver does"), help)
}

fn no_driver(wrong: &str, help: String) -> String {
    Diagnostic::new(code::DRIVER, wrong).help(help).render(&Sources::default(), false) + "\n"
}

/// The flag that does the job.
fn instead(own: &str, flag: &str, typed: &[String]) -> Option<String> {
    let spec = typed.iter().find(|word| word.ends_with(".als")).map_or("SPEC", String::as_str);
    Some(match (own, flag) {
        ("find", "--out" | "--outfile" | "--file") => format!("`korrel find {spec} -o FILE` does"),
        (_, "-o" | "--output" | "--out" | "--outfile" | "--file") => {
            format!("redirect its output into a file with `>`: `korrel {own} {spec} > out`")
        }
        ("count", "-n" | "--limit" | "--max" | "--first") => {
            format!("it counts all; `korrel find {spec} -n 3` stops after three")
        }
        ("check", "-n" | "--limit" | "--max" | "--first") => format!(
            "it stops as soon as an `expect` is decided; `korrel find {spec} -n 3` lists three"
        ),
        ("find", "--max" | "--first" | "--number" | "--num" | "--instances" | "-k") => {
            format!("`-n 3` stops after three: `korrel find {spec} -n 3`")
        }
        ("find", "--count" | "-c") => format!("write `korrel count {spec}`"),
        (
            "find" | "count" | "check",
            "--jobs" | "--parallel" | "--workers" | "--cores" | "-t" | "-p",
        ) => "`-j 4` works with four threads".to_string(),
        ("eval", "-j" | "--threads" | "--jobs") => {
            "heaps are judged one after the other, in the order in which they come".to_string()
        }
        (_, "--html" | "--svg" | "--dot" | "--table" | "--text" | "--itf" | "--xml")
            if has(&command_named(own)?, "--format") =>
        {
            let format = if flag == "--xml" { "alloy-xml" } else { &flag[2..] };
            takes_format(own, format)?
        }
        ("explore", "--plan" | "--cubes" | "--shard") => format!(
            "a state is new only beside all others, so it is not done in parts: `-j 4` works with four; behaviours have parts: \
             `korrel test {spec} --traces COMMAND --plan FOLDER -- DRIVER`"
        ),
        ("eval", "--scope") => "a heap is judged as it is; there is no scope to set".to_string(),
        ("eval", "--overflow") => "over heaps arithmetic is exact: nothing overflows".to_string(),
        ("find" | "count" | "check" | "translate", "--heap" | "--heaps") => {
            format!("heaps are judged by `korrel eval {spec} --heap FILE`")
        }
        ("find" | "sample" | "diff" | "choose" | "eval", "--json") => {
            "its output is JSON already, one record per line".to_string()
        }
        (_, "--json") if has(&command_named(own)?, "--format") => {
            "write `--format json`".to_string()
        }
        (_, "-v" | "--verbose" | "--debug") => {
            "`--stats` says what a search cost, `--progress always` how far it is".to_string()
        }
        (_, "--silent" | "-s") => "`-q` leaves out warnings".to_string(),
        (_, "--seed" | "--random") => {
            "nothing is random: the same spec gives the same lines".to_string()
        }
        ("find" | "count" | "translate", "--command" | "-c" | "--cmd" | "--run" | "--pred") => {
            format!("the command follows the spec: `korrel {own} {spec} COMMAND`")
        }
        (_, "--time" | "--time-limit" | "--timelimit" | "--max-time") => {
            "write `--timeout 30s`".to_string()
        }
        (_, "--mem" | "--memory-limit" | "--max-memory") => "write `--memory 2G`".to_string(),
        (_, "--for" | "--bound" | "--size" | "--bounds") => {
            "write `--scope \"3 but 2 Node\"`".to_string()
        }
        (_, "--include" | "--path" | "--lib") => "write `-I FOLDER`".to_string(),
        (_, "--strict") => "write `--strict-alloy`".to_string(),
        _ => return None,
    })
}

/// `--format html`, if the command knows this format.
fn takes_format(own: &str, format: &str) -> Option<String> {
    let command = command_named(own)?;
    let flag = command.get_arguments().find(|argument| argument.get_long() == Some("format"))?;
    let known = flag.get_possible_values().iter().any(|value| value.get_name() == format);
    known.then(|| format!("write `--format {format}`"))
}

fn command_named(name: &str) -> Option<clap::Command> {
    CommandLine::command().find_subcommand(name).cloned()
}

fn has(command: &clap::Command, flag: &str) -> bool {
    command.get_arguments().any(|argument| {
        let long = argument.get_long().is_some_and(|long| flag == format!("--{long}"));
        long || argument.get_short().is_some_and(|short| flag == format!("-{short}"))
    })
}

/// Another command that has the flag.
fn elsewhere(own: &str, flag: &str) -> Option<String> {
    let known = CommandLine::command();
    let others =
        known.get_subcommands().filter(|command| command.get_name() != own && has(command, flag));
    let names: Vec<String> =
        others.map(|command| format!("`korrel {} {flag}`", command.get_name())).collect();
    (!names.is_empty()).then(|| format!("there is {}", names.join(", ")))
}

/// `korrel eval tree.als heap.json`, without `--heap`; `korrel test tree.als`, without a driver.
fn missing(typed: &[String]) -> Option<String> {
    match command_of(typed)? {
        "eval" => missing_heap(typed),
        own if DRIVEN.contains(&own) && typed.iter().rev().skip(1).all(|word| word != "--") => {
            let spec = typed.iter().find(|word| word.ends_with(".als"))?;
            let file = if own == "minimise" { " --heap input.json" } else { "" };
            let mut help =
                format!("a driver follows `--`: `korrel {own} {spec}{file} -- python3 driver.py`");
            if own == "test" {
                help += &format!("; a spec's own commands are tried by `korrel check {spec}`");
            }
            Some(no_driver(&format!("`korrel {own}` is given no driver"), help))
        }
        _ => None,
    }
}

fn missing_heap(typed: &[String]) -> Option<String> {
    let with = |ending: &[&str]| {
        typed.iter().find(|word| ending.iter().any(|ending| word.ends_with(ending)))
    };
    let (spec, heap) = (with(&[".als"])?, with(&[".json", ".jsonl"])?);
    let help = format!("heaps follow `--heap`: `korrel eval {spec} --heap {heap}`");
    Some(message("`korrel eval` is given no heap", &help))
}
