//! The help: the commands in groups, a command's flags under headings, and at its end two examples, the exit codes, and
//! where to read more.
//!
//! A flag without a heading is one of every day: `-h` shows these alone, `--help` all.

use std::ffi::OsString;
use std::fmt::Write;

use clap::builder::{StyledStr, Styles};
use clap::{Arg, Command, CommandFactory, ValueEnum};

use super::{CommandLine, SqlQuestionFlag};

/// The commands by what they are for. The help lists them so, and docs/commands.md does.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Every day", &["show", "find", "count", "sample", "test"]),
    (
        "Specs",
        &[
            "init", "watch", "serve", "repl", "list", "check", "eval", "diff", "learn", "choose",
            "sql", "explore", "gen",
        ],
    ),
    ("After a failure", &["minimise", "why"]),
    ("Many machines", &["plan", "work", "merge", "verify"]),
    ("Editors and agents", &["fmt", "lsp", "mcp"]),
    ("Looking inside", &["translate", "explain", "man", "completions"]),
];

/// The command line with all its help. That of a command is made when it is asked for or given: each start would wait for
/// all of them.
pub fn command() -> Command {
    let command = CommandLine::command().mut_args(hidden_if_rare);
    let command = command.mut_subcommands(|one| one.defer(with_help));
    let template = template(&command);
    let more = "`korrel COMMAND -h` shows a command's daily flags and two examples, `korrel COMMAND --help` all\n\
                flags and the exit codes.";
    command
        .help_template(template)
        .after_help(format!(
            "{more}\n\nDocumentation: {DOCS}/commands.md\n\nAll flags: korrel --help"
        ))
        .after_long_help(format!("{more}\n\nDocumentation: {DOCS}/commands.md"))
}

fn with_help(command: Command) -> Command {
    let Some(help) = of(command.get_name()) else { return command };
    let (short, long) = (help.short(command.get_name()), help.long(command.get_name()));
    command.mut_args(hidden_if_rare).after_help(short).after_long_help(long)
}

fn hidden_if_rare(flag: Arg) -> Arg {
    let is_daily = flag.get_help_heading().is_none();
    flag.hide_short_help(!is_daily)
}

/// The program's own help; clap knows no groups of commands.
fn template(command: &Command) -> StyledStr {
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let mut text = StyledStr::from("{about-with-newline}\n{usage-heading} {usage}\n");
    for (group, names) in GROUPS {
        let _ = write!(text, "\n{header}{group}:{header:#}\n");
        for name in names {
            let one = command.find_subcommand(name).expect("each group names commands");
            let about = one.get_about().expect("each command says what it does");
            let _ = writeln!(text, "  {literal}{name:<11}{literal:#}  {about}");
        }
    }
    let _ = write!(text, "\n{header}Options:{header:#}\n{{options}}{{after-help}}");
    text
}

const DOCS: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs");

/// The end of each command's help: its name, two examples, and the meaning of those exit codes that are its own.
const TEXTS: &str = include_str!("help.txt");

/// The exit codes that mean the same everywhere.
const EVERYWHERE: [(u8, &str); 3] = [
    (2, "a mistake in the command line or the spec, or a file that cannot be read"),
    (4, "an internal error"),
    (130, "interrupted"),
];

struct HelpText {
    examples: Vec<&'static str>,
    codes: Vec<(u8, &'static str)>,
}

impl HelpText {
    fn short(&self, command: &str) -> String {
        format!("{}\n\nAll flags: korrel {command} --help", self.examples())
    }

    fn long(&self, command: &str) -> String {
        let codes = self.codes.iter().map(|(code, means)| format!("  {code:>3}  {means}\n"));
        format!(
            "{}\n\nExit codes:\n{}\n\
             The daily flags: korrel {command} -h\n\nDocumentation: {DOCS}/commands/{command}.md",
            self.examples(),
            codes.collect::<String>()
        )
    }

    fn examples(&self) -> String {
        format!("Examples:\n  {}", self.examples.join("\n  "))
    }
}

fn of(command: &str) -> Option<HelpText> {
    let lines = TEXTS.lines().skip_while(|line| *line != command).skip(1);
    let mut help = HelpText { examples: Vec::new(), codes: EVERYWHERE.to_vec() };
    for line in lines.take_while(|line| !line.is_empty()) {
        let (code, text) = line.split_once(' ').expect("each line begins with a code, or a space");
        match code.parse() {
            Ok(code) => help.codes.push((code, text)),
            Err(_) => help.examples.push(text.trim_start()),
        }
    }
    help.codes.sort_unstable();
    (!help.examples.is_empty()).then_some(help)
}

/// `korrel help sql diff` is `korrel help sql`: its questions are told there.
pub fn of_command(mut typed: Vec<OsString>) -> Vec<OsString> {
    let is = |at: usize, word: &str| typed.get(at).is_some_and(|typed| typed == word);
    let questions =
        SqlQuestionFlag::value_variants().iter().filter_map(SqlQuestionFlag::to_possible_value);
    if is(1, "help")
        && is(2, "sql")
        && questions.map(|one| one.get_name().to_owned()).any(|name| is(3, &name))
    {
        typed.truncate(3);
    }
    typed
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches;

    use super::*;

    /// The words of a shell's command, as far as one with quotes and `>` needs it.
    fn words(line: &str) -> Vec<String> {
        let line = line.split(['>', '|']).next().expect("there is a first part");
        let odd = line.split('\'').enumerate();
        odd.flat_map(|(number, part)| match number % 2 {
            1 => vec![part.to_owned()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        })
        .collect()
    }

    /// If it failed, the help would show a command line that is refused, or a command have no help.
    #[test]
    fn each_command_has_two_examples_that_are_read() {
        for one in command().get_subcommands() {
            let name = one.get_name();
            let help = of(name).unwrap_or_else(|| panic!("`korrel {name}` has no examples"));
            assert_eq!(help.examples.len(), 2, "{name}");
            for example in help.examples {
                let words = words(example);
                assert_eq!((&words[0][..], &words[1][..]), ("korrel", name), "{example}");
                let matches = command().try_get_matches_from(&words);
                let matches = matches.unwrap_or_else(|error| panic!("{example}: {error}"));
                assert!(CommandLine::from_arg_matches(&matches).is_ok(), "{example}");
            }
        }
    }

    /// If it failed, the help would not list a command, or list one twice.
    #[test]
    fn each_command_is_in_one_group() {
        let command = command();
        let all: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
        let grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        assert_eq!(grouped, all);
    }

    /// If it failed, a flag would be given twice, or a conflict be with one that does not exist.
    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }
}
