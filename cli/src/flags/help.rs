//! The help: the commands in groups, a command's flags under headings, and at its end two examples, the exit codes, and
//! where to read more.
//!
//! A flag without a heading is one of every day: `-h` shows these alone, `--help` all.

use std::fmt::Write;

use clap::builder::{StyledStr, Styles};
use clap::{Arg, Command, CommandFactory};

use super::CommandLine;

/// The commands by what they are for. The help lists them so, and docs/commands.md does.
const GROUPS: [(&str, &[&str]); 6] = [
    ("Every day", &["show", "find", "count", "sample", "test"]),
    (
        "Specs",
        &[
            "init", "watch", "serve", "repl", "list", "check", "eval", "diff", "learn", "choose",
            "explore", "gen",
        ],
    ),
    ("After a failure", &["minimise", "why"]),
    ("Many machines", &["merge"]),
    ("Editors and agents", &["fmt", "lsp", "mcp"]),
    ("Looking inside", &["translate", "explain", "man", "completions"]),
];

/// The command line with all its help.
pub fn command() -> Command {
    let command = CommandLine::command().mut_args(hidden_if_rare);
    let command = command.mut_subcommands(|one| {
        let Some(help) = of(one.get_name()) else { return one };
        let (short, long) = (help.short(one.get_name()), help.long(one.get_name()));
        one.mut_args(hidden_if_rare).after_help(short).after_long_help(long)
    });
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

struct HelpText {
    examples: [&'static str; 2],
    /// The meaning of 0, 1 and 3, if the command ends so; the other codes are the same everywhere.
    success: &'static str,
    failure: Option<&'static str>,
    incomplete: Option<&'static str>,
}

impl HelpText {
    fn short(&self, command: &str) -> String {
        format!("{}\n\nAll flags: korrel {command} --help", self.examples())
    }

    fn long(&self, command: &str) -> String {
        let codes = [
            (0, Some(self.success)),
            (1, self.failure),
            (2, Some("a mistake in the command line or the spec, or a file that cannot be read")),
            (3, self.incomplete),
            (4, Some("an internal error")),
            (130, Some("interrupted")),
        ];
        let codes = codes.into_iter().filter_map(|(code, means)| Some((code, means?)));
        let codes: String = codes.map(|(code, means)| format!("  {code:>3}  {means}\n")).collect();
        format!(
            "{}\n\nExit codes:\n{codes}\n\
             The daily flags: korrel {command} -h\n\nDocumentation: {DOCS}/commands/{command}.md",
            self.examples()
        )
    }

    fn examples(&self) -> String {
        let [first, second] = self.examples;
        format!("Examples:\n  {first}\n  {second}")
    }
}

const OUT_OF_TIME: Option<&str> = Some("time or memory runs out first");

fn of(command: &str) -> Option<HelpText> {
    let help = |examples, success, failure, incomplete| {
        Some(HelpText { examples, success, failure, incomplete })
    };
    match command {
        "find" => help(
            ["korrel find tree.als -n 10", "korrel find tree.als repOk --scope '5' -o trees.jsonl"],
            "at least one instance is found",
            Some("there is none"),
            OUT_OF_TIME,
        ),
        "count" => help(
            ["korrel count tree.als", "korrel count tree.als repOk --scope 'exactly 6 Node'"],
            "the instances are counted",
            None,
            OUT_OF_TIME,
        ),
        "sample" => help(
            [
                "korrel sample tree.als -n 1000 --seed 7",
                "korrel sample tree.als -n 100 --weight '#Node'",
            ],
            "instances are drawn",
            Some("there is none"),
            OUT_OF_TIME,
        ),
        "check" => help(
            ["korrel check specs/", "korrel check tree.als --format junit"],
            "every expectation is met",
            Some("some expectation is not met"),
            OUT_OF_TIME,
        ),
        "diff" => help(
            [
                "korrel diff tree.als repOk repOk2",
                "korrel diff tree.als repOk 'repOk and some root' --scope '4 Node' -n 3",
            ],
            "both allow the same within the scope",
            Some("one allows what the other does not"),
            OUT_OF_TIME,
        ),
        "learn" => help(
            [
                "korrel learn tree.als repOk --good good.jsonl --bad bad.jsonl",
                "korrel learn tree.als repOk --good good.jsonl --ask",
            ],
            "a conjunction is found",
            Some("nothing in the grammar separates the good heaps from the bad ones"),
            OUT_OF_TIME,
        ),
        "choose" => help(
            [
                "korrel choose tree.als repOk repOk2 'repOk and some root'",
                "korrel choose tree.als repOk --mutants --examples examples/",
            ],
            "all are told apart, or mutants are proven equal within the scope",
            Some("some candidates are equal within the scope"),
            Some("time or memory runs out first, or an overflow leaves it open"),
        ),
        "watch" => help(
            ["korrel watch tree.als", "korrel watch tree.als repOk --once"],
            "you have seen enough: q, or the view of `--once` is written",
            None,
            Some("memory runs out"),
        ),
        "serve" => help(
            ["korrel serve tree.als", "korrel serve tree.als --port 8000 --no-open"],
            "(it ends by a signal)",
            None,
            None,
        ),
        "repl" => help(
            ["korrel repl tree.als", "korrel repl tree.als repOk --timeout 5m"],
            "all lines are answered, or a person has typed them",
            None,
            Some("a line ran out of time or memory"),
        ),
        "list" => help(
            ["korrel list tree.als", "korrel list tree.als --format json"],
            "the specs are listed",
            None,
            None,
        ),
        "eval" => help(
            [
                "korrel eval tree.als --heap heaps.jsonl repOk",
                "korrel eval tree.als --heap - '#Node'",
            ],
            "every heap is as the spec says",
            Some("some heap is not"),
            Some("time or memory runs out first, or there is no heap"),
        ),
        "show" => help(
            ["korrel show tree.als --id 3", "korrel show trees.jsonl --format html"],
            "an instance is drawn",
            Some("there is none"),
            OUT_OF_TIME,
        ),
        "test" => help(
            [
                "korrel test list.als -- python3 driver.py",
                "korrel test list.als --op remove --grow '1..n Node' --budget 60s -- ./driver",
            ],
            "every input of the scope passes",
            Some("some input fails"),
            Some("no input fails, but not all are tried"),
        ),
        "explore" => help(
            [
                "korrel explore tree.als --scope '6 Node, 1..6 Int' -- java -cp classes Driver",
                "korrel explore tree.als --against repOk --format json -- python3 driver.py",
            ],
            "every call passes, and the states are those that the predicate allows",
            Some("some call fails, or the states are others"),
            OUT_OF_TIME,
        ),
        "minimise" => help(
            [
                "korrel minimise --heap failing.json tree.als -- python3 driver.py",
                "korrel minimise --heap report.jsonl --op remove --budget 5m tree.als -- ./driver",
            ],
            "the smallest input is found",
            Some("the input does not fail"),
            Some("there may be a smaller input"),
        ),
        "why" => help(
            ["korrel why report.jsonl", "korrel why report.jsonl --size 11 --timeout 5m"],
            "a formula is found for each cause",
            Some("none is found for some cause; the best rules are reported"),
            None,
        ),
        "merge" => help(
            ["korrel merge 1.jsonl 2.jsonl", "korrel merge shard-*.jsonl --format junit"],
            "every input passes",
            Some("some input fails"),
            Some("no input fails, but not all are tried"),
        ),
        "init" => help(
            [
                "korrel init first.json second.json -o orders.als",
                "korrel init --template graph hunt",
            ],
            "the output is written",
            None,
            None,
        ),
        "gen" => help(
            [
                "korrel gen python tree.als -o tree.py",
                "korrel gen java tree.als --driver --values Key=String -o Trees.java",
            ],
            "the output is written",
            None,
            None,
        ),
        "fmt" => help(
            ["korrel fmt tree.als specs", "korrel fmt --check specs"],
            "all specs are in the one layout",
            Some("with --check: some spec is not"),
            None,
        ),
        "lsp" => help(
            ["korrel lsp", "korrel lsp -I specs/modules"],
            "the editor has ended the session",
            Some("the editor is gone without a word"),
            None,
        ),
        "mcp" => help(
            ["korrel mcp --root specs", "korrel mcp --allow 'list=python3 driver.py' --timeout 1m"],
            "the agent has ended the session",
            None,
            None,
        ),
        "translate" => help(
            [
                "korrel translate tree.als --emit model",
                "korrel translate tree.als repOk --emit cnf",
            ],
            "the command is translated",
            None,
            OUT_OF_TIME,
        ),
        "explain" => {
            help(["korrel explain E0006", "korrel explain"], "the code is explained", None, None)
        }
        "completions" => help(
            [
                "korrel completions bash > ~/.local/share/bash-completion/completions/korrel",
                "korrel completions zsh > \"${fpath[1]}/_korrel\"",
            ],
            "the output is written",
            None,
            None,
        ),
        "man" => help(
            ["korrel man | man -l -", "korrel man find > korrel-find.1"],
            "the output is written",
            None,
            None,
        ),
        _ => None,
    }
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
