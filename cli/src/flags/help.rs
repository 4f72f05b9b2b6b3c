//! The end of a command's help: two examples, the exit codes, and where to read more.

use clap::{Command, CommandFactory};

use super::CommandLine;

/// The command line with all its help.
pub fn command() -> Command {
    let command = CommandLine::command();
    let command = command.mut_subcommands(|one| match of(one.get_name()) {
        Some(help) => one.after_help(help.text()),
        None => one,
    });
    command.after_help(format!(
        "`korrel help COMMAND` shows a command's flags, two examples and its exit codes.\n\n\
         Documentation: {DOCS}/commands.md"
    ))
}

const DOCS: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/docs");

struct HelpText {
    examples: [&'static str; 2],
    /// The meaning of 0, 1 and 3, if the command ends so; the other codes are the same everywhere.
    success: &'static str,
    failure: Option<&'static str>,
    incomplete: Option<&'static str>,
    page: &'static str,
}

impl HelpText {
    fn text(&self) -> String {
        let [first, second] = self.examples;
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
            "Examples:\n  {first}\n  {second}\n\nExit codes:\n{codes}\nDocumentation: {DOCS}/{}",
            self.page
        )
    }
}

const OUT_OF_TIME: Option<&str> = Some("time or memory runs out first");

fn of(command: &str) -> Option<HelpText> {
    let help = |examples, success, failure, incomplete, page| {
        Some(HelpText { examples, success, failure, incomplete, page })
    };
    match command {
        "find" => help(
            ["korrel find tree.als -n 10", "korrel find tree.als repOk --scope '5' -o trees.jsonl"],
            "at least one instance is found",
            Some("there is none"),
            OUT_OF_TIME,
            "commands.md#find",
        ),
        "count" => help(
            ["korrel count tree.als", "korrel count tree.als repOk --scope 'exactly 6 Node'"],
            "the instances are counted",
            None,
            OUT_OF_TIME,
            "commands.md#count",
        ),
        "sample" => help(
            [
                "korrel sample tree.als -n 1000 --seed 7",
                "korrel sample tree.als -n 100 --weight '#Node'",
            ],
            "instances are drawn",
            Some("there is none"),
            OUT_OF_TIME,
            "commands.md#sample",
        ),
        "check" => help(
            ["korrel check specs/", "korrel check tree.als --format junit"],
            "every expectation is met",
            Some("some expectation is not met"),
            OUT_OF_TIME,
            "commands.md#check",
        ),
        "diff" => help(
            [
                "korrel diff tree.als repOk repOk2",
                "korrel diff tree.als repOk 'repOk and some root' --scope '4 Node' -n 3",
            ],
            "both allow the same within the scope",
            Some("one allows what the other does not"),
            OUT_OF_TIME,
            "commands.md#diff",
        ),
        "list" => help(
            ["korrel list tree.als", "korrel list tree.als --format json"],
            "the specs are listed",
            None,
            None,
            "commands.md#list",
        ),
        "eval" => help(
            [
                "korrel eval tree.als --heap heaps.jsonl repOk",
                "korrel eval tree.als --heap - '#Node'",
            ],
            "every heap is as the spec says",
            Some("some heap is not"),
            Some("time or memory runs out first, or there is no heap"),
            "commands.md#eval",
        ),
        "show" => help(
            ["korrel show tree.als --id 3", "korrel show trees.jsonl --format html"],
            "an instance is drawn",
            Some("there is none"),
            OUT_OF_TIME,
            "commands.md#show",
        ),
        "test" => help(
            [
                "korrel test list.als -- python3 driver.py",
                "korrel test list.als --op remove --grow '1..n Node' --budget 60s -- ./driver",
            ],
            "every input of the scope passes",
            Some("some input fails"),
            Some("no input fails, but not all are tried"),
            "harness.md",
        ),
        "explore" => help(
            [
                "korrel explore tree.als --scope '6 Node, 1..6 Int' -- java -cp classes Driver",
                "korrel explore tree.als --against repOk --format json -- python3 driver.py",
            ],
            "every call passes, and the states are those that the predicate allows",
            Some("some call fails, or the states are others"),
            OUT_OF_TIME,
            "harness.md#states-by-calls",
        ),
        "minimise" => help(
            [
                "korrel minimise --heap failing.json tree.als -- python3 driver.py",
                "korrel minimise --heap report.jsonl --op remove --budget 5m tree.als -- ./driver",
            ],
            "the smallest input is found",
            Some("the input does not fail"),
            Some("there may be a smaller input"),
            "commands.md#minimise",
        ),
        "why" => help(
            ["korrel why report.jsonl", "korrel why report.jsonl --size 11 --timeout 5m"],
            "a formula is found for each cause",
            Some("none is found for some cause; the best rules are reported"),
            None,
            "commands.md#why",
        ),
        "merge" => help(
            ["korrel merge 1.jsonl 2.jsonl", "korrel merge shard-*.jsonl --format junit"],
            "every input passes",
            Some("some input fails"),
            Some("no input fails, but not all are tried"),
            "harness.md",
        ),
        "init" => help(
            [
                "korrel init --from first.json second.json -o orders.als",
                "korrel init --from TreeMap.class 'TreeMap$Entry.class'",
            ],
            "the output is written",
            None,
            None,
            "commands.md#init",
        ),
        "gen" => help(
            [
                "korrel gen python tree.als -o tree.py",
                "korrel gen java tree.als --driver --values Key=String -o Trees.java",
            ],
            "the output is written",
            None,
            None,
            "commands.md#gen",
        ),
        "translate" => help(
            [
                "korrel translate tree.als --emit model",
                "korrel translate tree.als repOk --emit cnf",
            ],
            "the command is translated",
            None,
            OUT_OF_TIME,
            "commands.md#translate",
        ),
        "explain" => help(
            ["korrel explain E0006", "korrel explain"],
            "the code is explained",
            None,
            None,
            "commands.md#explain",
        ),
        "completions" => help(
            [
                "korrel completions bash > ~/.local/share/bash-completion/completions/korrel",
                "korrel completions zsh > \"${fpath[1]}/_korrel\"",
            ],
            "the output is written",
            None,
            None,
            "commands.md#completions-and-man",
        ),
        "man" => help(
            ["korrel man | man -l -", "korrel man find > korrel-find.1"],
            "the output is written",
            None,
            None,
            "commands.md#completions-and-man",
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

    /// If it failed, a flag would be given twice, or a conflict be with one that does not exist.
    #[test]
    fn the_command_line_is_sound() {
        command().debug_assert();
    }
}
